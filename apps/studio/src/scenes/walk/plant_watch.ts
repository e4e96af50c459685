// How far planted heels and toes drift, measured on the pose that is shown.
import type { Vec3 } from 'kine';
import type { Plant } from './mover';

const apart = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const nameOf = ({ foot, part }: Plant): string => `${foot} ${part}`;

export class PlantWatch {
  /** Where each point was when it was planted. */
  #since = new Map<string, Vec3>();
  /** Metres, the worst of all plants so far. */
  worst = 0;
  /** Of those that stand now. */
  now = 0;
  /** How many there were. */
  count = 0;

  /** One frame. `placeOf`: where the pose has that point, by forward kinematics. */
  look(plants: readonly Plant[], placeOf: (plant: Plant) => Vec3): void {
    const standing = new Set(plants.map(nameOf));
    for (const name of this.#since.keys()) if (!standing.has(name)) this.#since.delete(name);
    this.now = 0;
    for (const plant of plants) {
      const name = nameOf(plant);
      let first = this.#since.get(name);
      if (!first) {
        first = plant.position;
        this.#since.set(name, first);
        ++this.count;
      }
      this.now = Math.max(this.now, apart(placeOf(plant), first));
    }
    this.worst = Math.max(this.worst, this.now);
  }

  restart(): void {
    this.#since.clear();
    this.worst = this.now = this.count = 0;
  }
}
