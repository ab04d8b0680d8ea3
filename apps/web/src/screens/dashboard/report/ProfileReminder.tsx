import { Banner, Button, LinkButton } from '@seller-connect/ui';
import { useChecklist } from '../useChecklist.ts';
import { blockTexts } from './blockTexts.ts';

/** A reminder to complete the profile, which the report does not require. It can be hidden and shown again. */
export default function ProfileReminder() {
  const { isVisible, hide, show } = useChecklist();
  const labels = blockTexts.profile;
  if (!isVisible) {
    return (
      <div>
        <Button size="small" variant="quiet" onClick={show}>
          {labels.back}
        </Button>
      </div>
    );
  }
  return (
    <Banner
      tone="info"
      title={labels.title}
      actions={
        <>
          <LinkButton size="small" href="/profile/complete">
            {labels.action}
          </LinkButton>
          <Button size="small" variant="quiet" onClick={hide}>
            {labels.later}
          </Button>
        </>
      }
    >
      {labels.text}
    </Banner>
  );
}
