import type { Shop } from '@seller-connect/contract';
import { Dialog, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { sharedTexts } from '../i18n/index.ts';
import { LoadError } from '../loading/LoadError.tsx';
import RuleDialog from './RuleDialog.tsx';
import type { WatchedScope } from './ruleDraft.ts';
import { rulesQuery } from './ruleQueries.ts';
import { texts } from './texts.ts';

export interface NewRuleDialogProps {
  /** What the rule watches at first. */
  readonly scope: WatchedScope;
  readonly shops: readonly Shop[];
  readonly onClose: () => void;
}

/** Creates an alert rule on a screen without the team's rules. */
export default function NewRuleDialog(props: NewRuleDialogProps) {
  const query = useQuery(rulesQuery);
  if (query.data) return <RuleDialog {...props} rule={null} list={query.data} />;
  return (
    <Dialog
      open
      side
      title={texts.dialog.newTitle}
      closeLabel={sharedTexts.close}
      onClose={props.onClose}
    >
      {query.isError ? (
        <LoadError title={texts.failed} query={query} />
      ) : (
        <Skeleton shape="row" count={6} />
      )}
    </Dialog>
  );
}
