import { afterEach, expect, it, vi } from 'vitest';
import { colorSettings } from './run-tool.ts';

afterEach(() => vi.unstubAllEnvs());

it('requests colors on a terminal only, and honors NO_COLOR', () => {
  vi.stubEnv('NO_COLOR', '');
  expect(colorSettings(true)).toEqual({ FORCE_COLOR: '1' });
  expect(colorSettings(false)).toEqual({ NO_COLOR: '1', FORCE_COLOR: undefined });
  vi.stubEnv('NO_COLOR', '1');
  expect(colorSettings(true)).toEqual({ NO_COLOR: '1', FORCE_COLOR: undefined });
});
