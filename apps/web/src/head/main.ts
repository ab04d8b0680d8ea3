// The only inline script of a page: it runs before the first paint, so that nobody sees the wrong
// theme. The build puts it into the page and its hash into csp.json.
import { applyTheme } from '../theme/applyTheme.ts';
import { preloadScreenChunks } from './screenChunks.ts';

applyTheme();
preloadScreenChunks();
