import { Banner, Button, LinkButton } from '@seller-connect/ui';
import { useChecklist } from '../useChecklist.ts';
import { blockTexts } from './blockTexts.ts';

const labels = blockTexts.profile;

/** A reminder to complete the profile, which the report does not require. It can be hidden and shown again. */
export default function ProfileReminder() {
  const { isVisible, toggle } = useChecklist();
  const button = (
    <Button size="small" variant="quiet" {...toggle}>
      {isVisible ? labels.later : labels.back}
    </Button>
  );
  if (!isVisible) return <div>{button}</div>;
  return (
    <Banner
      tone="info"
      title={labels.title}
      actions={
        <>
          <LinkButton size="small" href="/profile/complete">
            {labels.action}
          </LinkButton>
          {button}
        </>
      }
    >
      {labels.text}
    </Banner>
  );
}
