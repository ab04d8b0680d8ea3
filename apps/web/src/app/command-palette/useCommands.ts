import type { Shop } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { partnersQuery, savedViewsQuery, shopsQuery } from '../../api/queries/sharedQueries.ts';
import { useLinkPartner } from '../../shops/useLinkPartner.ts';
import { useStartCollection } from '../../shops/useStartCollection.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { useSession, usePermissions } from '../../session/index.ts';
import { compareNames } from '../../i18n/index.ts';
import { routes } from '../routing/routes.ts';
import {
  actionCommands,
  pageCommands,
  shopCommands,
  viewCommands,
  type Command,
} from './commands.tsx';

export interface Commands {
  readonly commands: readonly Command[];
  /** The linked shops, whose figures, orders and products can be found. */
  readonly shops: readonly Shop[];
  readonly goTo: (path: string) => void;
}

/** Returns all commands available to the user. */
export function useCommands(): Commands {
  const session = useSession();
  const permissions = usePermissions();
  const linkedShops = useQuery(shopsQuery).data?.items;
  const shops = linkedShops ?? [];
  const views = useQuery(savedViewsQuery).data?.items ?? [];
  const partners = useQuery(partnersQuery).data?.items ?? [];
  const { isViewer } = useTeamRole();
  const sync = useStartCollection();
  const link = useLinkPartner();
  const { history } = useRouter();
  const goTo = (path: string) => history.push(path);
  const commands = [
    ...pageCommands(routes, permissions, goTo),
    ...viewCommands(views, linkedShops, goTo),
    ...shopCommands(
      shops.toSorted((one, other) => compareNames(one.name, other.name)),
      goTo,
    ),
    ...actionCommands({
      sync:
        !isViewer && shops.some((shop) => shop.status === 'connected') ? () => sync.mutate() : null,
      link: (platform) => link.mutate({ platform }),
      partners: partners.filter((each) => each.available && !isViewer).map((each) => each.platform),
      signOut: () => void session.signOut(),
    }),
  ];
  return { commands, shops, goTo };
}
