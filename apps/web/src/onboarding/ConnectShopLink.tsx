import { LinkButton } from '@seller-connect/ui';
import { texts } from './texts.ts';

/** Leads from a screen without data to the screen that links the first shop. */
export function ConnectShopLink() {
  return (
    <LinkButton variant="primary" href="/connect">
      {texts.connect}
    </LinkButton>
  );
}
