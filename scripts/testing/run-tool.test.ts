import { afterEach, expect, it, vi } from 'vitest';
import { colorSettings } from './run-tool.ts';

afterEach(() => vi.unstubAllEnvs());

it('asks for colors on a terminal only, and not from a person who wants none', () => {
  vi.stubEnv('NO_COLOR', '');
  expect(colorSettings(true)).toEqual({ FORCE_COLOR: '1' });
  expect(colorSettings(false)).toEqual({ NO_COLOR: '1', FORCE_COLOR: undefined });
  vi.stubEnv('NO_COLOR', '1');
  expect(colorSettings(true)).toEqual({ NO_COLOR: '1', FORCE_COLOR: undefined });
});
