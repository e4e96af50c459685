// A lit room: a floor with a fading grid, soft shadows, a camera that orbits, and places of the world as pixels.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Vec3 } from 'kine';
import { iconButton } from '../shell/controls';
import type { Stage } from '../shell/stage';
import { colours, theme } from '../shell/theme';

export interface RoomOptions {
  up: 'y' | 'z';
  /** Where the camera looks, and from where. */
  look: Vec3;
  eye: Vec3;
  /** How large the things are, metres: the shadow is sharp within this distance. */
  size: number;
  /** How much of the world must be seen to each side of where the camera looks, metres: an upright picture widens. */
  wide?: number;
  /** Where the sun stands, seen from where the camera looks, in sizes. */
  sun?: Vec3;
  /** Height of the floor; none: no floor. */
  floor?: number;
  redraw(): void;
}

/** A part of the stage in pixels, from its top left. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

const gridShader = {
  vertex: `varying vec3 place;
    void main() { vec4 p = modelMatrix * vec4(position, 1.0); place = position; gl_Position = projectionMatrix * viewMatrix * p; }`,
  fragment: `varying vec3 place; uniform vec3 colour; uniform float cell; uniform float reach;
    float lines(float size) {
      vec2 at = place.xy / size; vec2 wide = fwidth(at);
      vec2 near = abs(fract(at - 0.5) - 0.5) / max(wide, vec2(1e-6));
      return 1.0 - min(min(near.x, near.y), 1.0);
    }
    void main() {
      float fade = 1.0 - smoothstep(0.25 * reach, reach, length(place.xy));
      float near = 1.0 - smoothstep(0.02, 0.12, max(fwidth(place.x), fwidth(place.y)) / cell);
      float strength = max(0.5 * near * lines(cell), lines(cell * 5.0)) * fade;
      gl_FragColor = vec4(colour, strength);
      #include <colorspace_fragment>
    }`,
};

export class Room {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(35, 1, 0.01, 200);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  #stage: Stage;
  #options: RoomOptions;
  #sun = new THREE.DirectionalLight(0xffffff, 2.2);
  #fill = new THREE.DirectionalLight(0xffffff, 0.55);
  #sky = new THREE.HemisphereLight(0xffffff, 0xffffff, 1.35);
  #grid: THREE.ShaderMaterial | undefined;
  #shade: THREE.ShadowMaterial | undefined;
  #ray = new THREE.Raycaster();
  #ground: THREE.Mesh[] = [];

  constructor(stage: Stage, options: RoomOptions) {
    this.#stage = stage;
    this.#options = options;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, powerPreference: 'high-performance' });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.autoClear = false;
    stage.canvases.append(this.renderer.domElement);

    const { up, look, eye } = options;
    this.camera.up.set(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0);
    this.camera.position.set(...eye);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.target.set(...look);
    this.controls.minDistance = 0.3 * options.size;
    this.controls.maxDistance = 8 * options.size;
    this.controls.update();
    this.controls.addEventListener('change', () => options.redraw());
    this.#lights();
    if (options.floor !== undefined) this.#floor(options.floor);
    stage.corner.append(
      iconButton('Turn the view to the left', 'left', () => this.#orbit(-1)),
      iconButton('Turn the view to the right', 'right', () => this.#orbit(1)),
      iconButton('Nearer', 'plus', () => this.#zoom(0.85)),
      iconButton('Farther', 'minus', () => this.#zoom(1 / 0.85)),
    );
    this.themed();
  }

  get camera_(): { eye: Vec3; look: Vec3 } {
    const { position } = this.camera;
    const { target } = this.controls;
    return { eye: [position.x, position.y, position.z], look: [target.x, target.y, target.z] };
  }

  themed(): void {
    const c = colours();
    const dark = theme() === 'dark';
    this.scene.background = new THREE.Color(c.sky);
    this.scene.fog = new THREE.Fog(c.sky, 5 * this.#options.size, 16 * this.#options.size);
    this.#sky.color.set(dark ? '#aebbe0' : '#ffffff');
    this.#sky.groundColor.set(dark ? '#2b3140' : '#cfc9bd');
    this.#sky.intensity = dark ? 1.15 : 1.5;
    this.#sun.intensity = dark ? 2.1 : 2.3;
    if (this.#grid) (this.#grid.uniforms['colour'] as THREE.IUniform<THREE.Color>).value.set(c.grid);
    if (this.#shade) this.#shade.opacity = dark ? 0.5 : 0.2;
  }

  /** Fits the canvas to the stage. */
  resize(): void {
    const { width, height } = this.#stage;
    const size = this.renderer.getSize(new THREE.Vector2());
    if (size.x !== width || size.y !== height) this.renderer.setSize(width, height, false);
  }

  get whole(): View {
    return { x: 0, y: 0, width: this.#stage.width, height: this.#stage.height };
  }

  /** Draws the scene into a part of the stage. */
  render(view: View = this.whole): void {
    const { height } = this.#stage;
    this.#aspect(view);
    const bottom = height - view.y - view.height;
    this.renderer.setViewport(view.x, bottom, view.width, view.height);
    this.renderer.setScissor(view.x, bottom, view.width, view.height);
    this.renderer.setScissorTest(true);
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
  }

  /** A point of the world in pixels of the stage; undefined behind the camera. */
  toPixels(point: Vec3, view: View = this.whole): [number, number] | undefined {
    this.#aspect(view);
    const p = new THREE.Vector3(...point).project(this.camera);
    if (p.z > 1) return undefined;
    return [view.x + (0.5 + 0.5 * p.x) * view.width, view.y + (0.5 - 0.5 * p.y) * view.height];
  }

  /** Where the line of sight through a pixel meets the plane through `anchor` that faces the camera. */
  drag(x: number, y: number, anchor: Vec3, view: View = this.whole): Vec3 {
    this.#aim(x, y, view);
    const facing = this.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, new THREE.Vector3(...anchor));
    const hit = this.#ray.ray.intersectPlane(plane, new THREE.Vector3());
    return hit ? [hit.x, hit.y, hit.z] : anchor;
  }

  /** Where the line of sight comes nearest to a sphere: on its near side, or at its rim. A direction from the centre. */
  dragOnSphere(x: number, y: number, centre: Vec3, radius: number, far: boolean, view: View = this.whole): Vec3 {
    this.#aim(x, y, view);
    const middle = new THREE.Vector3(...centre);
    const { origin, direction } = this.#ray.ray;
    const foot = this.#ray.ray.closestPointToPoint(middle, new THREE.Vector3());
    const off = foot.distanceTo(middle);
    if (off < radius) foot.addScaledVector(direction, (far ? 1 : -1) * Math.sqrt(radius * radius - off * off));
    const way = foot.sub(middle);
    if (way.lengthSq() === 0) way.copy(origin).sub(middle);
    way.normalize();
    return [way.x, way.y, way.z];
  }

  /** `point` moved by steps along the camera's right, up and line of sight. */
  nudge(point: Vec3, right: number, up: number, away: number, size: number): Vec3 {
    this.camera.updateMatrixWorld();
    const x = new THREE.Vector3();
    const y = new THREE.Vector3();
    const z = new THREE.Vector3();
    this.camera.matrixWorld.extractBasis(x, y, z);
    const p = new THREE.Vector3(...point);
    p.addScaledVector(x, right * size).addScaledVector(y, up * size).addScaledVector(z, -away * size);
    return [p.x, p.y, p.z];
  }

  /** Looks at another point from the same side: camera, light and floor go along. */
  follow(point: Vec3): void {
    const by = new THREE.Vector3(...point).sub(this.controls.target);
    if (by.lengthSq() === 0) return;
    for (const place of [this.camera.position, this.controls.target, this.#sun.position, this.#sun.target.position]) place.add(by);
    this.#sun.target.updateMatrixWorld();
    // By whole squares, so that its lines stay where they are in the world.
    const square = this.#options.size;
    const { x, y, z } = this.controls.target;
    for (const { position } of this.#ground) {
      position.x = square * Math.round(x / square);
      if (this.#options.up === 'y') position.z = square * Math.round(z / square);
      else position.y = square * Math.round(y / square);
    }
    this.camera.updateMatrixWorld();
  }

  /** Puts the floor at another height. */
  setFloor(height: number): void {
    for (const { position } of this.#ground) position[this.#options.up] = height;
  }

  picture(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  dispose(): void {
    this.controls.dispose();
    this.scene.traverse((thing) => {
      if (thing instanceof THREE.Mesh || thing instanceof THREE.Line) {
        (thing.geometry as THREE.BufferGeometry).dispose();
        for (const material of [thing.material as THREE.Material | THREE.Material[]].flat()) material.dispose();
      }
    });
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  #aspect(view: View): void {
    const aspect = view.width / Math.max(1, view.height);
    if (Math.abs(this.camera.aspect - aspect) < 1e-9) {
      this.camera.updateMatrixWorld();
      return;
    }
    this.camera.aspect = aspect;
    // An upright picture keeps its width, so that nothing is cut off at the sides.
    const { eye, look, size, wide = 0.72 * size } = this.#options;
    const away = Math.hypot(eye[0] - look[0], eye[1] - look[1], eye[2] - look[2]);
    const needed = wide / (aspect * away);
    this.camera.fov = (2 * Math.atan(Math.max(Math.tan((35 * Math.PI) / 360), needed)) * 180) / Math.PI;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  #aim(x: number, y: number, view: View): void {
    this.#aspect(view);
    this.#ray.setFromCamera(
      new THREE.Vector2(((x - view.x) / view.width) * 2 - 1, 1 - ((y - view.y) / view.height) * 2),
      this.camera,
    );
  }

  #lights(): void {
    const { size, up, look } = this.#options;
    const from: Vec3 = this.#options.sun ?? (up === 'y' ? [0.9, 2.2, 1.3] : [0.9, -1.3, 2.2]);
    this.#sun.position.set(look[0] + size * from[0], look[1] + size * from[1], look[2] + size * from[2]);
    this.#sun.target.position.set(...look);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(1024, 1024);
    this.#sun.shadow.radius = 5;
    this.#sun.shadow.normalBias = 0.02 * size;
    this.#sun.shadow.bias = -0.0008;
    Object.assign(this.#sun.shadow.camera, {
      left: -1.3 * size, right: 1.3 * size, top: 1.3 * size, bottom: -1.3 * size, near: 0.2 * size, far: 6 * size,
    });
    this.#fill.position.set(-2 * size, up === 'y' ? size : 2 * size, up === 'y' ? -2 * size : size);
    this.#sky.position.set(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0);
    this.scene.add(this.#sun, this.#sun.target, this.#fill, this.#sky);
  }

  #floor(height: number): void {
    const { size, up, look } = this.#options;
    const reach = 5 * size;
    this.#grid = new THREE.ShaderMaterial({
      vertexShader: gridShader.vertex,
      fragmentShader: gridShader.fragment,
      transparent: true,
      depthWrite: false,
      uniforms: { colour: { value: new THREE.Color() }, cell: { value: 0.2 * size }, reach: { value: reach } },
    });
    this.#shade = new THREE.ShadowMaterial({ opacity: 0.2, depthWrite: false });
    const plane = new THREE.PlaneGeometry(2 * reach, 2 * reach);
    const grid = new THREE.Mesh(plane, this.#grid);
    const shade = new THREE.Mesh(plane, this.#shade);
    shade.receiveShadow = true;
    for (const mesh of [grid, shade]) {
      if (up === 'y') {
        mesh.rotation.x = -Math.PI / 2;
        mesh.position.set(look[0], height, look[2]);
      } else mesh.position.set(look[0], look[1], height);
      mesh.renderOrder = -1;
      this.scene.add(mesh);
      this.#ground.push(mesh);
    }
  }

  #orbit(turns: number): void {
    const { target } = this.controls;
    const away = this.camera.position.clone().sub(target).applyAxisAngle(this.camera.up, (turns * Math.PI) / 12);
    this.camera.position.copy(target).add(away);
    this.controls.update();
    this.#options.redraw();
  }

  #zoom(factor: number): void {
    const { target, minDistance, maxDistance } = this.controls;
    const away = this.camera.position.clone().sub(target);
    away.setLength(Math.min(maxDistance, Math.max(minDistance, away.length() * factor)));
    this.camera.position.copy(target).add(away);
    this.controls.update();
    this.#options.redraw();
  }
}
