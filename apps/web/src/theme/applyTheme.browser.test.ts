import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultPreset } from './brand.ts';
import { setColorPreset, setThemeMode, syncTheme } from './index.ts';
import { applyTheme } from './applyTheme.ts';
import './testing/headTheme.ts';

const root = document.documentElement;
const fill = () => root.style.getPropertyValue('--brand-fill');
const preset = { id: 'own', name: 'own', primary: '#0d9488', secondary: '#0f766e' };

/** Simulates a page load. */
function load(): void {
  delete root.dataset['theme'];
  root.removeAttribute('style');
  applyTheme();
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  localStorage.clear();
  document.getElementById('page-configuration')?.remove();
  load();
});

describe('theme and brand', () => {
  it.each(['dark', 'light'] as const)('spec 4: %s is stored and restored on start', (mode) => {
    setThemeMode(mode);
    expect(localStorage.getItem('app_theme')).toBe(mode);
    expect(localStorage.getItem('color_scheme')).toBe(mode);
    load();
    expect(root.dataset['theme']).toBe(mode);
  });

  it('spec 4: the color preset is stored and restored on start', () => {
    setThemeMode('light');
    setColorPreset(preset);
    expect(JSON.parse(localStorage.getItem('app_color_preset') ?? '')).toEqual(preset);
    const chosen = fill();
    expect(chosen).not.toBe('');
    load();
    expect(fill()).toBe(chosen);
    setColorPreset(null);
    expect(fill()).toBe('');
  });

  it('follows a change that was made while the page loaded', () => {
    load();
    localStorage.setItem('app_theme', 'dark');
    syncTheme();
    expect(root.dataset['theme']).toBe('dark');
  });

  it('spec 3: the preset of the page applies unless the user selected another', () => {
    const page = document.createElement('script');
    page.id = 'page-configuration';
    page.type = 'application/json';
    page.textContent = JSON.stringify({ colorPreset: preset });
    document.head.append(page);
    load();
    expect(fill()).not.toBe('');
    setColorPreset(defaultPreset);
    load();
    expect(fill()).toBe('');
  });
});
