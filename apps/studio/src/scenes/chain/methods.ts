import type { MethodName, SolverSettings } from 'kine';
import type { ColourName } from '../../shell/theme';

/** One way of solving, as the table and the views show it. */
export interface Way {
  readonly key: string;
  readonly name: string;
  /** For places without room. */
  readonly short: string;
  readonly method: MethodName;
  readonly settings: SolverSettings;
  readonly colour: ColourName;
  /** Only for chains of two bones. */
  readonly twoBonesOnly?: boolean;
}

export const ways: readonly Way[] = [
  { key: 'damped', name: 'Jacobian, damped', short: 'Damped', method: 'jacobian', settings: { inverse: 'damped' }, colour: 'm0' },
  { key: 'paper', name: 'Jacobian, paper', short: 'Paper', method: 'jacobian', settings: { inverse: 'paper' }, colour: 'm3' },
  { key: 'transpose', name: 'Jacobian, transpose', short: 'Transpose', method: 'jacobian', settings: { inverse: 'transpose' }, colour: 'm1' },
  { key: 'sdls', name: 'Jacobian, selective', short: 'Selective', method: 'jacobian', settings: { inverse: 'selectivelyDamped' }, colour: 'm2' },
  { key: 'ccd', name: 'CCD', short: 'CCD', method: 'ccd', settings: {}, colour: 'm4' },
  { key: 'fabrik', name: 'FABRIK', short: 'FABRIK', method: 'fabrik', settings: {}, colour: 'm5' },
  { key: 'shake', name: 'SHAKE', short: 'SHAKE', method: 'shake', settings: {}, colour: 'm6' },
  { key: 'full-body', name: 'Full body', short: 'Full body', method: 'full-body', settings: {}, colour: 'm7' },
  { key: 'hybrid', name: 'Hybrid', short: 'Hybrid', method: 'hybrid', settings: {}, colour: 'm8' },
  { key: 'two-bone', name: 'Two-bone', short: 'Two-bone', method: 'two-bone', settings: {}, colour: 'm9', twoBonesOnly: true },
];
