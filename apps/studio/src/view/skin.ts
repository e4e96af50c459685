// A skinned character: three draws the meshes of the same bytes, our joints move its nodes.
import * as THREE from 'three';

/** What a skin is made of: a glTF document as one file, and the node of each of our joints in it. */
export interface Skinned {
  readonly glb: Uint8Array<ArrayBuffer> | undefined;
  readonly nodes: Int32Array | undefined;
  readonly metresPerUnit: number;
}

export class Skin {
  readonly group = new THREE.Group();
  #nodes: (THREE.Object3D | undefined)[] = [];
  #unit = 1;

  /** Undefined where the figure has no mesh to show; throws what three says where it cannot show it. */
  static async of(figure: Skinned): Promise<Skin | undefined> {
    const { glb, nodes } = figure;
    if (!glb || !nodes) return undefined;
    const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
    const gltf = await new GLTFLoader().parseAsync(glb.buffer, '');
    const skin = new Skin();
    skin.#unit = figure.metresPerUnit;
    const objects = Array.from(nodes, (node) => gltf.parser.getDependency('node', node) as Promise<THREE.Object3D>);
    skin.#nodes = await Promise.all(objects);
    let meshes = 0;
    gltf.scene.traverse((thing) => {
      if (!(thing instanceof THREE.Mesh)) return;
      ++meshes;
      thing.castShadow = thing.receiveShadow = true;
      // Its box is the rest pose's; a figure that walks off would vanish.
      thing.frustumCulled = false;
    });
    if (meshes === 0) return undefined;
    // Ours are the places of these nodes; what hangs between and below goes along as three does it.
    for (const node of skin.#nodes) if (node) node.matrixAutoUpdate = false;
    skin.group.add(gltf.scene);
    return skin;
  }

  /** `matrices`: world_from_joint of all joints, metres. */
  put(matrices: Float32Array): void {
    const world = new THREE.Matrix4();
    const parent = new THREE.Matrix4();
    const known = new Map<THREE.Object3D, THREE.Matrix4>();
    // In units of the file: the skin's own matrices are in those. The group brings metres back.
    this.group.scale.setScalar(this.#unit);
    this.#nodes.forEach((node, i) => {
      if (!node) return;
      world.fromArray(matrices, 16 * i);
      world.setPosition(new THREE.Vector3().setFromMatrixPosition(world).divideScalar(this.#unit));
      known.set(node, world.clone());
    });
    for (const [node, place] of known) {
      const above = node.parent && (known.get(node.parent) ?? this.#inScene(node.parent, parent));
      node.matrix.copy(above ? above.clone().invert().multiply(place) : place);
      node.matrixWorldNeedsUpdate = true;
    }
  }

  /** What its meshes fill as they stand, in the room. */
  box(): THREE.Box3 {
    const box = new THREE.Box3();
    this.group.updateWorldMatrix(true, true);
    this.group.traverse((thing) => {
      if (!(thing instanceof THREE.Mesh)) return;
      if (!(thing instanceof THREE.SkinnedMesh)) return void box.expandByObject(thing);
      thing.computeBoundingBox();
      if (thing.boundingBox) box.union(thing.boundingBox.clone().applyMatrix4(thing.matrixWorld));
    });
    return box;
  }

  /** Where three has put the nodes of our joints, x, y, z of each, in the file's world: what the mesh hangs on. */
  places(): number[] {
    const inverse = this.group.parent ? this.group.parent.matrixWorld.clone().invert() : new THREE.Matrix4();
    return this.#nodes.flatMap((node) => (node ? new THREE.Vector3().setFromMatrixPosition(node.matrixWorld).applyMatrix4(inverse).toArray() : [0, 0, 0]));
  }

  dispose(): void {
    this.group.traverse((thing) => {
      if (!(thing instanceof THREE.Mesh)) return;
      (thing.geometry as THREE.BufferGeometry).dispose();
      if (thing instanceof THREE.SkinnedMesh) thing.skeleton.dispose();
      for (const material of [thing.material as THREE.Material | THREE.Material[]].flat()) {
        for (const value of Object.values(material)) if (value instanceof THREE.Texture) value.dispose();
        material.dispose();
      }
    });
  }

  /** Where a node that is no joint of ours lies, seen from the file's world. */
  #inScene(node: THREE.Object3D, into: THREE.Matrix4): THREE.Matrix4 {
    into.identity();
    for (let at: THREE.Object3D | null = node; at && at !== this.group; at = at.parent) {
      if (at.matrixAutoUpdate) at.updateMatrix();
      into.premultiply(at.matrix);
    }
    return into;
  }
}
