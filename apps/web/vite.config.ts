import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { oneLanguage } from './build/oneLanguage.ts';
import { headScript, manifestFile, pages } from './build/plugin.ts';
import { callbackPartners, callbackPath } from './src/shops/callbackPartners.ts';
import type { Language } from './src/storage.ts';

const root = import.meta.dirname;

/** Initial screens by path: those that users open directly or return to. */
const screens = {
  '/': 'src/screens/dashboard/DashboardScreen.tsx',
  '/connect': 'src/screens/connect/ConnectScreen.tsx',
  '/connect/verified': 'src/screens/verified/VerifiedScreen.tsx',
  '/connect/done': 'src/screens/done/DoneScreen.tsx',
  ...Object.fromEntries(
    callbackPartners.map((partner) => [
      callbackPath(partner),
      'src/screens/callback/CallbackScreen.tsx',
    ]),
  ),
  '/profile/complete': 'src/screens/profile/ProfileScreen.tsx',
  '/settings/appearance': 'src/screens/appearance/AppearanceScreen.tsx',
};

/**
 * Few chunks: on slow networks each one occupies one of six connections, and a round trip takes longer than
 * the transfer, and the frame names them all. `base` is what both entries need, `kit` what only the application
 * shows, `fields` what the login area shares with screens other than Home, `forms` what forms and lists of several
 * screens share, and `shell` the rest. Code that neither the frame nor Home uses stays with the screens.
 */
const chunkGroups = [
  {
    name: 'base',
    test: /vite\/preload-helper|rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\/|packages\/ui\/src\/(actions|forms(?!\/(SearchField|MoneyField|parseMoney|CodeField|PasswordField))|icons(?!\/GoogleMark)|[a-zA-Z]+\.)|apps\/web\/src\/(theme\/|storage|i18n\/pluralize)/,
    priority: 2,
  },
  {
    name: 'kit',
    test: /packages\/ui\/src\/(layout|feedback|lists|metrics|overlays|charts)\/(?!Pagination|Timeline|Countdown|Dialog|ConfirmDialog|Steps|CardList|Table|TrendTable|BarList|chartPicture|ProductPicture|StatusTabs|FilterChips|[Ww]aterfall|Sparkline|MetricCard|MetricGrid)/,
    priority: 1,
  },
  {
    name: 'shell',
    test: /node_modules\/(?!lossless-json\/|react-day-picker\/|@?date-fns\/|.*\/useBlocker\.)|packages\/(login|contract)\/(?!src\/(metrics|error-messages)\/)|apps\/web\/src\/(lists\/useUrlState|onboarding\/setup|saved-views\/(SavedViewsButton|viewAddress)|(app|api|shops|loading|session|i18n)\/(?!.*Screen|texts\/formMessages|errors\/(Forbidden|NotFound)Page|auth\/SignInErrorPage|command-palette\/(?!CommandPaletteHost)))/,
    priority: 0,
  },
  {
    name: 'fields',
    test: /packages\/ui\/src\/(forms\/PasswordField|icons\/GoogleMark)/,
    priority: 0,
  },
  {
    name: 'forms',
    test: /apps\/web\/src\/(forms\/(?!useForm\b|useKeyedState)|lists\/(DateRangeForm|ListLoading|listParams|sortRows|downloadBlob|texts)|editing\/(useFormDraft|texts))/,
    priority: 0,
  },
];

/**
 * Two entries: the application (`index.html`) and the login area (`sign-in.html`), which imports no router,
 * query client or overlay. Both are built once per language. `dist` contains `index.html`, `sign-in/*.html`,
 * `assets/*` and `csp.json`; see `src/sign-in/README.md`.
 */
const application = (language: Language, ...plugins: Plugin[]): UserConfig => ({
  root,
  plugins: [react(), headScript(root), oneLanguage(language), ...plugins],
  build: {
    outDir: 'dist',
    // The plugin clears the folder and keeps files that open pages may still request.
    emptyOutDir: false,
    target: 'es2023',
    manifest: manifestFile(language),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      input: { index: join(root, 'index.html'), 'sign-in': join(root, 'sign-in.html') },
    },
  },
});

export default defineConfig(
  application('vi', pages({ screens, english: () => application('en') })),
);
