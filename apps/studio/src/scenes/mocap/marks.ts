// Marks on the figure: a dot for every joint that can be taken, and a ring under each that is pinned.
import * as THREE from 'three';
import type { Vec3 } from 'kine';
import { glow } from '../../view/shapes';

/** Round dots of a fixed size in pixels, seen through the figure. */
export class Dots {
  readonly points: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;

  /** `size`: pixels of the screen. */
  constructor(size: number) {
    const material = new THREE.ShaderMaterial({
      transparent: true,
      depthTest: false,
      depthWrite: false,
      uniforms: { colour: { value: new THREE.Color() }, rim: { value: new THREE.Color() }, size: { value: size * Math.min(devicePixelRatio || 1, 2) } },
      vertexShader: 'uniform float size; void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); gl_PointSize = size; }',
      fragmentShader: `uniform vec3 colour; uniform vec3 rim;
        void main() {
          float r = length(gl_PointCoord - 0.5);
          if (r > 0.5) discard;
          gl_FragColor = vec4(mix(colour, rim, smoothstep(0.3, 0.36, r)), 1.0 - smoothstep(0.44, 0.5, r));
          #include <colorspace_fragment>
        }`,
    });
    this.points = new THREE.Points(new THREE.BufferGeometry(), material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 5;
  }

  /** Pixels of the screen. */
  set size(pixels: number) {
    (this.points.material.uniforms['size'] as THREE.IUniform<number>).value = pixels * Math.min(devicePixelRatio || 1, 2);
  }

  put(places: readonly Vec3[], colour: string, rim: string): void {
    this.points.visible = places.length > 0;
    this.points.geometry.dispose();
    this.points.geometry.setAttribute('position', new THREE.Float32BufferAttribute(places.flat(), 3));
    const { uniforms } = this.points.material;
    (uniforms['colour'] as THREE.IUniform<THREE.Color>).value.set(colour);
    (uniforms['rim'] as THREE.IUniform<THREE.Color>).value.set(rim);
  }
}

/** Rings that face the viewer, one a pin. */
export class PinRings {
  readonly group = new THREE.Group();
  #geometry = new THREE.TorusGeometry(0.05, 0.006, 8, 40);
  #material = glow('#fff', 0.95);

  put(places: readonly Vec3[], camera: THREE.Camera, colour: string): void {
    this.#material.color.set(colour);
    this.#material.depthTest = false;
    while (this.group.children.length < places.length) {
      const ring = new THREE.Mesh(this.#geometry, this.#material);
      ring.renderOrder = 4;
      this.group.add(ring);
    }
    this.group.children.forEach((ring, i) => {
      const place = places[i];
      ring.visible = place !== undefined;
      if (place) ring.position.set(...place);
      ring.quaternion.copy(camera.quaternion);
    });
  }
}
