import { LinkButton, OutsidePage } from '@seller-connect/ui';
import { shared } from '../../i18n/index.ts';
import { texts } from './texts.ts';

/** Spec 8: an invalid link from a reporting tool. */
export function ReferScreen() {
  return (
    <OutsidePage
      product={shared.product}
      title={texts.title}
      actions={
        <LinkButton variant="primary" href="/">
          {shared.backHome}
        </LinkButton>
      }
    >
      <p>{texts.text}</p>
      <p>{texts.what}</p>
    </OutsidePage>
  );
}
