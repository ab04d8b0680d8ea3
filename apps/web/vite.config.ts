import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { shortClassName } from './build/classNames.ts';
import { compileAhead } from './build/compileAhead.ts';
import { oneLanguage } from './build/oneLanguage.ts';
import { headScript, manifestFile, pages } from './build/plugin.ts';
import { callbackPartners, callbackPath } from './src/shops/callbackPartners.ts';
import type { Language } from './src/storage.ts';

const root = import.meta.dirname;

/** A chunk of a group has its name in the manifest instead of a module. */
const entry = '_app-';

/** Initial screens by path: those that users open directly or return to. */
const screens = {
  // What Home shows after its metrics.
  '/': '_after-',
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

/** What every page may need later; the service worker caches it with Home. */
const later = [
  'src/app/lifecycle/background.ts',
  'src/app/errors/errorReport.ts',
  'src/app/auth/SignInPrompt.tsx',
  '../../packages/login/src/protocol/validation.ts',
];

/** What several screens share, but neither the frame nor Home needs at first. */
const sharedByScreens =
  /node_modules\/@tanstack\/.*\/(queriesObserver|mutationObserver|useQueries|useMutation)\.|packages\/ui\/src\/(icons\/screenIcons|layout\/(Page\.|StepBar)|lists\/(RowList|Timeline|FilterChips)|overlays\/ConfirmDialog|text\/)|packages\/contract\/src\/account\/contact|apps\/web\/src\/(clipboard|screens\/dashboard\/report\/brandName|api\/(queries\/useMutation|client\/uploadFetch)|session\/([Rr]eauthentication|roleTexts)|shops\/(ShopName|shopState|useLinkPartner|useStartCollection)|i18n\/texts\/(itemStages|payoutStates|unsettledReasons)|forms\/(?!useForm\b)|lists\/(CardPlaceholder|csv|DateRangeForm|ListLoading|list(Params|Query)|sortRows|downloadBlob|texts)|editing\/(useUndoAction|useFormDraft|texts))/;

const appOnly =
  /node_modules\/(?!oauth4webapi\/|lossless-json\/|react-day-picker\/|@?date-fns\/|.*\/useBlocker\.)|packages\/ui\/src\/(layout|feedback|lists|metrics|overlays)\/(?!Pagination|Timeline|Countdown|Dialog|ConfirmDialog|Steps|CardList|Table|ProductPicture|StatusTabs|FilterChips|MetricCard|retainFocus)|packages\/ui\/src\/(forms\/(Select|SegmentedControl)|searchKey)|packages\/(login|contract)\/(?!src\/(metrics\/|error-messages\/|protocol\/validation|account\/login-pages))|apps\/web\/src\/(main\.|pageConfiguration|lists\/useUrlState|onboarding\/setup|saved-views\/(SavedViewsButton|viewAddress)|(app|api|shops|loading|session|i18n|print)\/(?!.*Screen|client\/accountClient|texts\/formMessages|errors\/(PermissionsFailed|(Forbidden|NotFound|Result|ServerError)Page)|auth\/(SignInPrompt|SignInRedirect)|errors\/(errorReport|texts)|lifecycle\/(background|invalidResponses|outageRecovery|serviceWorker|versionPoll)|command-palette\/(?!CommandPaletteHost)))/;

/** What Home shows after the metrics: its chart with what is added to it, and the target. */
const afterMetrics =
  /packages\/ui\/src\/charts\/(?!TrendTable|BarList|chartPicture|wrapText|[Ww]aterfall|Sparkline)|apps\/web\/src\/screens\/dashboard\/(ReportTrend|trendData|targets\/(?!TargetDialog|dialogTexts)|report\/(extras|trend\/(?!HourlyChart)))/;

/** What Home shows first. */
const homeOnly =
  /packages\/contract\/src\/metrics\/sales|apps\/web\/src\/screens\/dashboard\/((blocks\/(useHomeBlocks|ReportMenuButton)|explain\/useExplained|notes\/queries|filters\/(?!Period(Calendar|Panel)|ShopsDialog|texts)|report\/(?!extras|export|trend\/|BreakdownCard|ProductsCard|ProfileReminder|EmptyPeriod|blockTexts|emptyTexts|brandName)|(?!OnboardingChecklist|useChecklist|ReportTrend|trendData)[a-zA-Z]+\.))/;

/** The contract's schemas, which are loaded once a response has broken it; not what screens use of the contract. */
const schemas =
  /node_modules\/typebox\/|packages\/contract\/src\/(?!endpoints|metrics\/|account\/(contact|demo-accounts|login-pages)|reports\/(campaign-days|file-limits|metric-orders))/;

/**
 * Few chunks: on slow networks each one occupies one of six connections, and a round trip takes longer than
 * the transfer, and the frame names them all. `react` is the same in both languages, so that the page names it, `base` is
 * what else both entries need, `app` what only the application needs on every screen and what Home shows first, since most
 * visits begin there and both compress better as one, `after` what Home shows after the metrics, `fields` what the login
 * area shares with screens other than Home, and `shared` what several other screens share. Code that neither the frame nor
 * Home uses stays with the screens.
 * A group takes along what its modules import, unless a group before it has it.
 */
const chunkGroups = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\//,
    priority: 5,
  },
  {
    name: 'base',
    test: /vite\/preload-helper|packages\/ui\/src\/(actions|forms(?!\/(SearchField|MoneyField|parseMoney|CodeField|PasswordField|Select|SegmentedControl))|icons(?!\/(GoogleMark|(password|screen)Icons))|(?!color|searchKey)[a-zA-Z]+\.)|apps\/web\/src\/(theme\/|storage|i18n\/pluralize)/,
    priority: 4,
  },
  {
    name: 'fields',
    test: /packages\/ui\/src\/(forms\/PasswordField|icons\/(GoogleMark|passwordIcons))/,
    priority: 3,
  },
  {
    name: 'app',
    test: (id: string) =>
      homeOnly.test(id) || (appOnly.test(id) && !sharedByScreens.test(id) && !schemas.test(id)),
    priority: 2,
  },
  { name: 'after', test: afterMetrics, priority: 1 },
  {
    name: 'shared',
    test: sharedByScreens,
    priority: 0,
  },
];

/** A short hash, because the application names 150 files. Only versions of one file must differ. */
const hashedName = 'assets/[name]-[hash:7]';

/**
 * Two entries: the application (`index.html`) and the login area (`sign-in.html`), which imports no router,
 * query client or overlay. Both are built once per language. `dist` contains `index.html`, `sign-in/*.html`,
 * `assets/*` and `csp.json`; see `src/sign-in/README.md`.
 */
const application = (language: Language, ...plugins: Plugin[]): UserConfig => ({
  root,
  css: { modules: { generateScopedName: shortClassName } },
  // The shim is for React before version 18.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  plugins: [
    react(),
    headScript(root),
    oneLanguage(language),
    compileAhead(['react', 'base', 'app']),
    ...plugins,
  ],
  build: {
    outDir: 'dist',
    // The plugin clears the folder and keeps files that open pages may still request.
    emptyOutDir: false,
    target: 'es2023',
    manifest: manifestFile(language),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: { groups: chunkGroups },
        entryFileNames: `${hashedName}.js`,
        chunkFileNames: `${hashedName}.js`,
        assetFileNames: `${hashedName}[extname]`,
      },
      input: { index: join(root, 'index.html'), 'sign-in': join(root, 'sign-in.html') },
    },
  },
});

export default defineConfig(
  application('vi', pages({ entry, screens, later, english: () => application('en') })),
);
