import { Breadcrumb, Breadcrumbs } from '@seller-connect/ui';
import { routes } from './routes.ts';
import { breadcrumbsOf, matchRoute } from './routeTable.ts';
import { texts } from './texts.ts';

const home = routes.find((item) => item.path === '/');

/** The breadcrumbs of a path: Home first, the screen itself last. */
export function Trail({ path }: { readonly path: string }) {
  const crumbs = breadcrumbsOf(matchRoute(routes, path));
  if (crumbs.length === 0 || path === '/' || !home) return null;
  const all = [{ name: home.name, path: '/' }, ...crumbs];
  return (
    <Breadcrumbs label={texts.breadcrumbs}>
      {all.map((crumb, index) => {
        const current = index === all.length - 1;
        return (
          <Breadcrumb
            key={crumb.name}
            current={current}
            {...(crumb.path === null ? {} : { href: crumb.path })}
          >
            {crumb.name}
          </Breadcrumb>
        );
      })}
    </Breadcrumbs>
  );
}
