import { createLogin } from '../src/index.ts';
import type { Login, LoginConfig } from '../src/index.ts';
import type { HostileProvider } from './hostileProvider.ts';

/** A page as a login instance sees it: a URL that can be read, replaced and left. */
export function createPage(
  provider: HostileProvider,
  address = `${location.origin}/`,
  create: (config: LoginConfig) => Login = createLogin,
) {
  const page = {
    address,
    /** Navigation targets, newest first. */
    left: [] as string[],
    logins: [] as Login[],
    open(config: Partial<LoginConfig> = {}): Login {
      const login = create({
        ...provider.config,
        ...config,
        environment: {
          fetch: provider.fetch,
          address: () => page.address,
          navigate: (url) => void page.left.unshift(url),
          replaceAddress: (url) => void (page.address = url),
          ...config.environment,
        },
      });
      page.logins.push(login);
      return login;
    },
    /** Reloads the page; earlier instances are stopped. */
    reload(config: Partial<LoginConfig> = {}): Login {
      page.close();
      return page.open(config);
    },
    /** Signs in at the provider and returns. */
    async signIn(config: Partial<LoginConfig> = {}): Promise<Login> {
      await page.open(config).login();
      page.address = provider.authorize(page.left[0] ?? '');
      const login = page.reload(config);
      await login.start();
      return login;
    },
    close(): void {
      for (const login of page.logins.splice(0)) login.stop();
    },
  };
  return page;
}

/** Deletes everything that instances store in this browser. */
export async function clearBrowser(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const known = await indexedDB.databases();
  await Promise.all(
    known.map(
      ({ name }) =>
        new Promise<void>((done) => {
          const request = indexedDB.deleteDatabase(name ?? '');
          request.onsuccess = request.onerror = request.onblocked = () => done();
        }),
    ),
  );
}
