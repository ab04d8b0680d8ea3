import { expect, it } from 'vitest';
import { parsePageConfiguration } from './pageConfiguration.ts';
import { testConfiguration as good } from './session/testing/testConfiguration.ts';

it('spec 7: has the base addresses of the two clients and the identity admin host', () => {
  expect(parsePageConfiguration(JSON.stringify(good))).toEqual(good);
});

it('spec 3: may have a color preset; a broken one is ignored', () => {
  const colorPreset = { id: 'x', name: 'X', primary: '#123456', secondary: '#654321' };
  const parsed = parsePageConfiguration(JSON.stringify({ ...good, colorPreset }));
  expect(parsed.colorPreset).toEqual(colorPreset);
  const broken = { ...good, colorPreset: { ...colorPreset, primary: 'blue' } };
  expect(parsePageConfiguration(JSON.stringify(broken)).colorPreset).toBeUndefined();
});

it.each(['iframe', 'sessionId', 'bff'])('spec 9: accepts the monitor method %s', (monitor) => {
  const identity = { ...good.identity, monitor };
  expect(parsePageConfiguration(JSON.stringify({ ...good, identity })).identity.monitor).toBe(
    monitor,
  );
});

it.each([
  [{ coreApi: undefined }, 'coreApi is missing'],
  [{ catalogueApi: 1 }, 'catalogueApi is missing'],
  [{ identity: undefined }, 'identity is missing'],
  [{ identity: { ...good.identity, monitor: 'poll' } }, 'monitor is unknown'],
])('rejects %j with the reason', (change, message) => {
  expect(() => parsePageConfiguration(JSON.stringify({ ...good, ...change }))).toThrow(message);
});
