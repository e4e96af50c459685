// Chain: every method on the same target.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, drag, near, phone, probe, sentence, studio } from './support/studio.mjs';

const { withScene } = studio();
const target = (page) => page.getByRole('button', { name: 'Target' }).first();
const situation = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('dragging converges in every method', () => withScene('#/chain', async (page) => {
  const before = await probe(page);
  await drag(page, target(page), -14, 18);
  const after = await probe(page);
  assert.ok(apart(before.target, after.target) > 0.08, 'the target moved');
  assert.equal(Object.keys(after.methods).length, 9);
  for (const [name, { outcome, error, tip }] of Object.entries(after.methods)) {
    assert.equal(outcome, 'reached', name);
    assert.ok(apart(tip, after.target) < 1e-4, `${name}: the tip is ${apart(tip, after.target)} off`);
    near(error, apart(tip, after.target), 1e-9, `${name}: the error is the one that forward kinematics has`);
  }
  await page.keyboard.press('Control+z');
  assert.deepEqual((await probe(page)).target, before.target);
}));

test('from the last pose it tracks, and undo restores that pose', () => withScene('#/chain', async (page) => {
  await page.getByRole('radio', { name: 'the last pose' }).check();
  await drag(page, target(page), 10, 6);
  const first = await probe(page);
  await drag(page, target(page), -16, 10);
  const second = await probe(page);
  assert.ok(apart(first.target, second.target) > 0.05);
  await page.keyboard.press('Control+z');
  const back = await probe(page);
  assert.deepEqual(back.target, first.target);
  for (const [name, { tip }] of Object.entries(back.methods)) assert.ok(apart(tip, first.target) < 1e-4, name);
}));

test('two bones: the elbow lies on the ring, and the pole says where', () => withScene('#/chain', async (page) => {
  await situation(page, 'Two bones');
  const now = await probe(page);
  assert.equal(now.links, 2);
  assert.equal(Object.keys(now.methods).length, 10);
  assert.equal(now.methods['two-bone'].outcome, 'reached');
  const { centre, radius } = now.ring;
  // Pythagoras: root, centre of the ring and elbow.
  near(Math.hypot(radius, Math.hypot(...centre)), 0.5, 1e-12, 'the ring has the elbow on it');
}));

test('singular: the paper and the transpose are stuck on a straight chain, the damped Jacobian is not', () =>
  withScene('#/chain', async (page) => {
    await situation(page, 'Singular');
    const { methods } = await probe(page);
    assert.equal(methods.damped.outcome, 'reached');
    assert.notEqual(methods.paper.outcome, 'reached');
  }));

test('out of reach: nobody pretends', () => withScene('#/chain', async (page) => {
  await situation(page, 'Out of reach');
  const now = await probe(page);
  for (const [name, { outcome, error, tip }] of Object.entries(now.methods)) {
    assert.notEqual(outcome, 'reached', name);
    near(error, apart(tip, now.target), 1e-6, name);
  }
  near(now.methods.damped.error, Math.hypot(...now.target) - 1, 1e-3, 'the gap that is left');
  assert.match(await sentence(page), /short|reach/);
}));

test('tight limits hold in every method', () => withScene('#/chain', async (page) => {
  await situation(page, 'Tight limits');
  const { methods, cone } = await probe(page);
  assert.equal(cone, 20);
  for (const [name, { violation }] of Object.entries(methods)) assert.ok(violation <= 1e-9, `${name}: ${violation}`);
  assert.equal(methods.damped.outcome, 'reached');
}));

test('a hundred links', () => withScene('#/chain', async (page) => {
  await situation(page, '100 links');
  const now = await probe(page);
  assert.equal(now.links, 100);
  for (const name of ['damped', 'fabrik', 'ccd', 'full-body']) assert.equal(now.methods[name].outcome, 'reached', name);
}));

test('the serpent faces the camera, and then what one drags', () => withScene('#/chain', async (page) => {
  await page.getByRole('radio', { name: 'Serpent' }).check();
  let { serpent } = await probe(page);
  assert.ok(serpent.angleError < 1e-3, `${serpent.angleError}`);
  for (let i = 0; i < 3; ++i) await page.getByRole('button', { name: 'Turn the view to the right' }).click();
  const turned = (await probe(page)).serpent;
  assert.ok(apart(turned.target, serpent.target) > 0.5, 'the camera moved');
  assert.ok(turned.angleError < 1e-3, `${turned.angleError}`);
  await page.getByRole('switch', { name: 'Face the camera' }).uncheck();
  await drag(page, target(page), 20, -20);
  ({ serpent } = await probe(page));
  assert.ok(serpent.angleError < 1e-3, `${serpent.angleError}`);
}));

test('touch drags the target', () => withScene('#/chain', async (page) => {
  const before = await probe(page);
  const box = await target(page).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type, dx, dy) => target(page).dispatchEvent(type, {
    pointerId: 7, pointerType: 'touch', isPrimary: true, button: 0, bubbles: true, clientX: x + dx, clientY: y + dy,
  });
  // setPointerCapture wants a pointer that the browser knows; a made-up one is refused, and that is all it does here.
  await page.evaluate(() => void (Element.prototype.setPointerCapture = () => {}));
  await touch('pointerdown', 0, 0);
  await touch('pointermove', 8, 8);
  await touch('pointerup', 8, 8);
  const after = await probe(page);
  assert.ok(apart(before.target, after.target) > 0.02);
  for (const [name, { outcome }] of Object.entries(after.methods)) assert.equal(outcome, 'reached', name);
}, { size: phone, touch: true }));
