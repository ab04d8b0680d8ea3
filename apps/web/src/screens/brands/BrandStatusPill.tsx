import { StatusPill } from '@seller-connect/ui';
import type { BrandStatus } from '@seller-connect/contract';
import { sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { texts } from './texts.ts';

/** Spec 4: a brand is Active or Inactive. */
export function BrandStatusPill({ status }: { readonly status: BrandStatus }) {
  return (
    <StatusPill state={status === 'Active' ? 'up_to_date' : 'paused'}>
      {knownText(texts.statuses, status, sharedTexts.other)}
    </StatusPill>
  );
}
