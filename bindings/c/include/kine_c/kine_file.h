/// Files: motion capture (BVH, ASF with AMC), characters (glTF, GLB), robots (URDF) and terrain, from memory to memory.
/// Part of <kine_c/kine.h>.
///
///   kine_reader* reader = kine_reader_create();
///   kine_reader_add(reader, "walk.asf", asf, asf_size);
///   kine_reader_add(reader, "walk.amc", amc, amc_size);
///   kine_file* file = kine_reader_read(reader, sentence, sizeof sentence);
///   kine_reader_destroy(reader);
///   if (!file) return fail(sentence);  /* walk.amc:112: ... */
///   kine_skeleton* body = kine_file_skeleton(file);
///   kine_clip* walk = kine_file_clip(file, 0);
#ifndef KINE_C_KINE_FILE_H_
#define KINE_C_KINE_FILE_H_

#include "kine.h"
#include "kine_clip.h"
#include "kine_terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kine_reader kine_reader;  ///< files that are to be read together
typedef struct kine_file kine_file;      ///< what was in them: a skeleton, its clips, and what had to be guessed
typedef struct kine_writer kine_writer;  ///< a file in the making

// ---- reading -------------------------------------------------------------------------------------------------------

kine_reader* kine_reader_create(void);
void kine_reader_destroy(kine_reader* reader);

/// Adds a file: its name, which sentences call it by and whose ending tells what it is (else its first bytes do), and a
/// copy of its bytes. Files that make one scene together: a BVH, glTF, URDF or ASF file; an ASF file and AMC motions
/// for it; several BVH files with the same joints; a .gltf and the files that it names.
kine_status kine_reader_add(kine_reader* reader, const char* name, const void* bytes, size_t size);

/// What the caller knows better than the files, by name:
///   metres_per_unit (0, the default: as the file says, or guessed), up ('x', 'y' or 'z'; 0: as the file says), rate
///   (frames per second; 0: as the file says), three_dofs (1: every bone of an ASF file has three dofs), free_root (1:
///   the root of a URDF floats)
/// KINE_BAD_INDEX for another name, KINE_BAD_VALUE for a number that will not do.
kine_status kine_reader_set(kine_reader* reader, const char* setting, double value);

/// Reads them; NULL and a sentence, with the file and the line, where that cannot be. No bytes make it crash, hang or
/// grow without bound.
kine_file* kine_reader_read(const kine_reader* reader, char* message, size_t message_size);

// ---- what was read -------------------------------------------------------------------------------------------------

void kine_file_destroy(kine_file* file);

/// The file's name without folder and ending; what it is: "bvh", "asf", "gltf" or "urdf". NULL for NULL; both live as
/// long as the file.
const char* kine_file_name(const kine_file* file);
const char* kine_file_format(const kine_file* file);

/// Its skeleton, in metres and in the file's own axes; yours to destroy, and good for longer than the file. NULL for
/// NULL.
kine_skeleton* kine_file_skeleton(const kine_file* file);

/// How many clips; -1 for NULL. A copy of one, yours to destroy; NULL for misuse.
int kine_file_clip_count(const kine_file* file);
kine_clip* kine_file_clip(const kine_file* file, int clip);

/// What one unit of the file is, metres, as stated or guessed; how high the figure stands at rest, metres. NaN for
/// NULL.
double kine_file_metres_per_unit(const kine_file* file);
double kine_file_height(const kine_file* file);
/// The axis that points up, as stated or guessed: 'x', 'y' or 'z'; 0 for NULL.
int kine_file_up(const kine_file* file);

/// What was guessed, mended or dropped, one sentence each: how many (-1 for NULL), and each (NULL for misuse).
int kine_file_note_count(const kine_file* file);
const char* kine_file_note(const kine_file* file, int note);

/// Other names of joints (a URDF's links): how many (-1 for NULL), each name (NULL for misuse) and its joint (-1).
int kine_file_alias_count(const kine_file* file);
const char* kine_file_alias_name(const kine_file* file, int alias);
int kine_file_alias_joint(const kine_file* file, int alias);
/// The joint of that name or alias, joints first; -1 if there is none, and a sentence that names the nearest one.
int kine_file_find(const kine_file* file, const char* name, char* message, size_t message_size);

/// glTF: the node that a joint is; -1 for other formats and for misuse.
int kine_file_node(const kine_file* file, int joint);

// ---- writing -------------------------------------------------------------------------------------------------------

/// What writes a skeleton and clips of it as "bvh", "asf", "amc", "glb" or "gltf"; NULL and a sentence for another
/// format. BVH and AMC take one clip (none: the rest pose), ASF the skeleton alone, glTF any number.
kine_writer* kine_writer_create(const kine_skeleton* skeleton, const char* format, char* message, size_t message_size);
void kine_writer_destroy(kine_writer* writer);

/// The file that the skeleton came from (NULL: none, the default). glTF is then written with its mesh, skin and
/// materials, and clips that did not change with their own channels to the bit; ASF and AMC get the columns and the
/// unit that were read. Keeps what it needs of the file. KINE_WRONG_SKELETON where the skeleton is not its own.
kine_status kine_writer_set_file(kine_writer* writer, const kine_file* file);
/// What the figure is called in the file; "" by default, or as the file that it came from.
kine_status kine_writer_set_name(kine_writer* writer, const char* name);
/// BVH: the order of the rotation channels, such as "ZXY", the first outermost; "": each joint's own (the default).
kine_status kine_writer_set_order(kine_writer* writer, const char* letters);
/// Numbers by name:
///   metres_per_unit (BVH, ASF, AMC; 0, the default: what is usual, or as the file that it came from), decimals (BVH: 6
///   to 12), up (glTF: the axis that points up, 'x', 'y' or 'z'), stick_mesh (glTF without a mesh of its own; 0: no
///   bones to look at)
kine_status kine_writer_set(kine_writer* writer, const char* setting, double value);
/// Adds a copy of a clip of that skeleton.
kine_status kine_writer_add_clip(kine_writer* writer, const kine_clip* clip);

/// Writes. 1, or 0 and a sentence where that cannot be: a joint or a track that the format has no place for, two clips
/// where there is room for one.
int kine_writer_write(kine_writer* writer, char* message, size_t message_size);
/// glTF: writes the document of the file that it came from as it was read, side files embedded and nodes numbered as
/// they were, for programs that draw its mesh. 1, or 0 and a sentence.
int kine_writer_write_document(kine_writer* writer, char* message, size_t message_size);
/// What was written, until it writes again; NULL and 0 before. Not ended by a zero.
const void* kine_writer_bytes(const kine_writer* writer);
size_t kine_writer_size(const kine_writer* writer);

// ---- terrain -------------------------------------------------------------------------------------------------------

/// A height grid from a file: a PNG (8 or 16 bits of grey), an Esri ASCII grid or CSV, told apart by their first bytes.
/// The first row is the far one: rows go along +z, columns along +x. cell_size: metres from sample to sample (0: as the
/// file says, else 1); height_scale: metres a unit of height; origin: where the first sample lies when its number is 0
/// (NULL: the grid is centred on the world's origin). NULL and a sentence, with the line, for what cannot be read.
kine_terrain* kine_terrain_read(const char* name, const void* bytes, size_t size, double cell_size, double height_scale,
                                const double* origin, char* message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif  // KINE_C_KINE_FILE_H_
