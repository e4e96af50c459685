// A camera that goes along: it looks at the figure, turns slowly to stay behind it, and never goes below the ground. Who
// drags turns it as everywhere else, and it keeps that side.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import type { Room } from '../../view/stage3d';

/** The height of the ground at a place; undefined over a gap. */
export type HeightAt = (x: number, z: number) => number | undefined;

/** Seconds in which it has caught up most of the way. */
const delay = { place: 0.12, height: 0.35, turn: 0.7, lift: 0.25 };
/** Metres that it stays above the ground, and that the line of sight does. */
const clear = { eye: 0.35, sight: 0.12 };
const up = new THREE.Vector3(0, 1, 0);

/** Of the way from here to there, how much is gone after dt seconds: the same in one step as in many. */
export const part = (dt: number, seconds: number): number => (seconds > 0 ? 1 - Math.exp(-dt / seconds) : 1);

/** An angle as the shortest way round. */
export const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/**
 * How much higher an eye has to be so that neither it nor the line from it to what it looks at is in the ground. The farther
 * from what it looks at, the more a metre of lift helps.
 */
export function liftFor(eye: Vec3, look: Vec3, heightAt: HeightAt): number {
  const count = 8;
  let lift = 0;
  for (let k = 2; k <= count; ++k) {
    const t = k / count;
    const at = (i: 0 | 1 | 2): number => look[i] + t * (eye[i] - look[i]);
    const ground = heightAt(at(0), at(2));
    if (ground === undefined) continue;
    const short = ground + (k === count ? clear.eye : clear.sight) - at(1);
    if (short > 0) lift = Math.max(lift, short / t);
  }
  return lift;
}

export class FollowCamera {
  #room: Room;
  #look = new THREE.Vector3();
  #heading = 0;
  #lift = 0;
  #settled = true;

  constructor(room: Room) {
    this.#room = room;
    room.controls.enablePan = false;
    this.#look.copy(room.controls.target);
  }

  /** It has come to rest: nothing changes while the figure stands. */
  get settled(): boolean {
    return this.#settled;
  }

  /** As far away as suits a figure that is so many times as large as the one before. */
  resize(factor: number): void {
    const { camera, controls } = this.#room;
    controls.minDistance *= factor;
    controls.maxDistance *= factor;
    camera.position.y -= this.#lift;
    this.#lift = 0;
    camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
  }

  /** Goes there at once, keeping the side from which it looks. */
  jump(point: Vec3, heading: number): void {
    this.#turn(wrapped(heading - this.#heading));
    this.#heading = heading;
    this.#look.set(...point);
    this.#settled = false;
    this.#room.follow([this.#look.x, this.#look.y, this.#look.z]);
  }

  /** `turning`: it goes round to stay behind the figure. */
  follow(point: Vec3, heading: number, heightAt: HeightAt, turning: boolean, dt: number): void {
    const { camera, controls } = this.#room;
    const before = this.#look.clone();
    const near = part(dt, delay.place);
    this.#look.x += near * (point[0] - this.#look.x);
    this.#look.z += near * (point[2] - this.#look.z);
    this.#look.y += part(dt, delay.height) * (point[1] - this.#look.y);
    const turn = turning ? part(dt, delay.turn) * wrapped(heading - this.#heading) : wrapped(heading - this.#heading);
    this.#heading = wrapped(this.#heading + turn);
    // What was lifted is put back first, so that it does not add up.
    camera.position.y -= this.#lift;
    this.#room.follow([this.#look.x, this.#look.y, this.#look.z]);
    if (turning) this.#turn(turn);
    const { x, y, z } = camera.position;
    const wanted = liftFor([x, y, z], [this.#look.x, this.#look.y, this.#look.z], heightAt);
    const lift = this.#lift + part(dt, delay.lift) * (wanted - this.#lift);
    // Into the ground it never goes, however fast that comes.
    const ground = heightAt(x, z);
    const least = ground === undefined ? 0 : ground + 0.5 * clear.eye - y;
    this.#settled = before.distanceTo(this.#look) < 1e-4 && Math.abs(turn) < 1e-4 && Math.abs(lift - this.#lift) < 1e-4;
    this.#lift = Math.max(lift, least, 0);
    camera.position.y += this.#lift;
    camera.lookAt(controls.target);
    camera.updateMatrixWorld();
  }

  #turn(angle: number): void {
    const { camera, controls } = this.#room;
    const away = camera.position.clone().sub(controls.target).applyAxisAngle(up, angle);
    camera.position.copy(controls.target).add(away);
  }
}
