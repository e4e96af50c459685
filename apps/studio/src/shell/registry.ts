import type { SceneEntry } from './scene';

/** The scenes in the order of the tabs. The first is where the page opens. */
export const scenes: readonly SceneEntry[] = [
  {
    id: 'reach',
    title: 'Reach',
    summary: 'Two bones in a plane: click anywhere and the hand goes there, in closed form.',
    explanation: [
      'The triangle of the two bones and the line to the target has its three sides known, so its angles are too: no iterations are needed.',
      'Two elbows reach every point inside the ring. Outside of it no pose does, and the arm points the way.',
    ],
    load: () => import('../scenes/reach/reach'),
  },
  {
    id: 'chain',
    title: 'Chain',
    summary: 'Two to a hundred links: every method on the same target, side by side.',
    explanation: [
      'Drag the target in any view. All methods start from the same pose, so their curves can be compared; let them start from the last pose to feel how they track.',
    ],
    load: () => import('../scenes/chain/chain'),
  },
  {
    id: 'arm',
    title: 'Arm',
    summary: 'Robot arms of hinges and sliders: drag the tool, lock joints, see what blocks.',
    explanation: [
      'Strict priorities: what comes first is never given up for what follows. The ellipsoid shows how readily the tool moves each way; flat and red, a direction is lost.',
    ],
    load: () => import('../scenes/arm/arm'),
  },
  {
    id: 'screws',
    title: 'Screws',
    summary: 'Velocities, gimbal lock, Chasles’ screw, Plücker lines and drift: van den Bergen’s demonstrations, to drag.',
    explanation: [],
    load: () => import('../scenes/screws/screws'),
  },
  {
    id: 'walk',
    title: 'Walk',
    summary: 'A character that walks anywhere by inverse kinematics alone: drive it over hills, stairs and blocks.',
    explanation: [
      'No clips: feet are planned onto the ground ahead, and the legs solved to them in every frame. Green is where the leading foot will land, red what is planted.',
      'Walk with W A S D or the arrow keys, a gamepad, or the stick in the picture; ground, gait and solver change while it walks. Drop a ball or a lever in front of it: it looks at it and takes it.',
    ],
    load: () => import('../scenes/walk/walk'),
  },
  {
    id: 'mocap',
    title: 'Mocap',
    summary: 'Motion capture: open a clip, drag any bone while the feet stand, and put it on any other body.',
    explanation: [
      'What is ringed comes first, then the bone, then the clip’s posture. A drag fades over the frames beside it, each solved with its own feet held. Space plays; comma and full stop step.',
      'Drop a motion on the left half of the picture and a character on the right one: both play in step, in any style.',
    ],
    load: () => import('../scenes/mocap/mocap'),
  },
];
