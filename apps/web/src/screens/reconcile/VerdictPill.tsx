import type { ReconciliationVerdict } from '@seller-connect/contract';
import { AlertCircleIcon, CheckCircleIcon, ClockIcon, InfoIcon, Pill } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { texts } from './texts.ts';

const verdictPills = {
  matched: { icon: <CheckCircleIcon />, tone: 'positive' },
  explained: { icon: <InfoIcon />, tone: 'info' },
  partial: { icon: <InfoIcon />, tone: 'attention' },
  maturing: { icon: <ClockIcon />, tone: 'attention' },
  mismatch: { icon: <AlertCircleIcon />, tone: 'negative' },
} as const;

export function VerdictPill({ verdict }: { readonly verdict: ReconciliationVerdict }) {
  return (
    <Pill {...(verdictPills[verdict] ?? verdictPills.partial)}>
      {knownText(texts.verdicts, verdict, sharedTexts.other)}
    </Pill>
  );
}
