import { Breadcrumb, Breadcrumbs } from '@seller-connect/ui';
import { routes } from '../routing/routes.ts';
import { buildBreadcrumbs, type MatchedRoute } from '../routing/routeTable.ts';
import { texts } from '../texts.ts';

const home = routes.find((item) => item.path === '/');

/** The breadcrumbs of a screen, from Home to the screen itself. */
export function AppBreadcrumbs({ match }: { readonly match: MatchedRoute }) {
  const crumbs = buildBreadcrumbs(match);
  const isHome = match.chain.at(-1) === home;
  const all = isHome || !home ? crumbs : [{ name: home.name, path: '/' }, ...crumbs];
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
