import { EmptyState, Page, StoreIcon } from '@seller-connect/ui';
import { ConnectShopLink } from './ConnectShopLink.tsx';
import { SetupBar } from './SetupBar.tsx';
import { texts } from './texts.ts';

/** Shown by screens that need a linked shop if there is none; leads to the next step. */
export function NoShop() {
  return (
    <Page>
      <SetupBar at="connect" />
      <EmptyState
        screen
        title={texts.noShop}
        icon={<StoreIcon size={24} />}
        action={<ConnectShopLink />}
      >
        {texts.noShopText}
      </EmptyState>
    </Page>
  );
}
