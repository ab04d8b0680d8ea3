import { LinkButton, StandalonePage, UnlinkIcon } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

/** Spec 8: an invalid link from a reporting tool. */
export default function InvalidReferScreen() {
  return (
    <StandalonePage
      title={texts.title}
      icon={<UnlinkIcon size={24} />}
      tone="attention"
      actions={
        <LinkButton variant="primary" href="/">
          {sharedTexts.backHome}
        </LinkButton>
      }
    >
      <p>{texts.text}</p>
      <p>{texts.what}</p>
    </StandalonePage>
  );
}
