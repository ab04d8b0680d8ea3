import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pages } from './build/plugin.ts';

const root = import.meta.dirname;

/**
 * Two entries: the application (`index.html`) and the login area (`sign-in.html`), which imports no
 * router, no query client and no overlay. `dist` holds `index.html`, `sign-in/*.html`, `assets/*`
 * and `csp.json`; `src/sign-in/README.md` describes it for the servers.
 */
export default defineConfig({
  root,
  plugins: [react(), pages({ screens: {} })],
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: join(root, 'index.html'), 'sign-in': join(root, 'sign-in.html') },
    },
  },
});
