import { Banner, Button, EmptyState, ShieldIcon } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';

interface PermissionsFailedProps {
  readonly onRetry: () => void;
}

/** Shown in place of a screen that needs a permission. */
export function PermissionsFailedPage({ onRetry }: PermissionsFailedProps) {
  return (
    <EmptyState
      screen
      tone="attention"
      title={texts.permissionsFailed}
      icon={<ShieldIcon size={24} />}
      action={
        <Button variant="primary" onClick={onRetry}>
          {sharedTexts.tryAgain}
        </Button>
      }
    >
      {texts.permissionsFailedText}
    </EmptyState>
  );
}

/** Shown above a screen that needs no permission: the menu may be incomplete. */
export function PermissionsFailedBanner({ onRetry }: PermissionsFailedProps) {
  return (
    <Banner
      tone="attention"
      announced
      title={texts.permissionsFailed}
      actions={
        <Button size="small" onClick={onRetry}>
          {sharedTexts.tryAgain}
        </Button>
      }
    >
      {texts.permissionsFailedMenu}
    </Banner>
  );
}
