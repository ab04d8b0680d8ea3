// The only inline script of a page. It runs before the first paint, so that the wrong theme never flashes.
// The build inlines it and adds its hash to csp.json.
import { applyTheme } from '../theme/applyTheme.ts';
import { preloadScreenChunks } from './screenChunks.ts';

applyTheme();
preloadScreenChunks();
