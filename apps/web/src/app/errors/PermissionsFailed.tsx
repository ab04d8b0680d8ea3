import { Banner, Button, EmptyState, ShieldIcon } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import { errorTexts } from './texts.ts';

interface PermissionsFailedProps {
  readonly onRetry: () => void;
  /** The screen is not shown, because it needs a permission. Otherwise, only the menu may be incomplete. */
  readonly inPlaceOfScreen?: boolean;
}

/** Says that the permissions could not be loaded, in place of a screen or above it. */
export default function PermissionsFailed({
  onRetry,
  inPlaceOfScreen = false,
}: PermissionsFailedProps) {
  if (inPlaceOfScreen) {
    return (
      <EmptyState
        screen
        tone="attention"
        title={errorTexts.permissionsFailed}
        icon={<ShieldIcon size={24} />}
        action={
          <Button variant="primary" onClick={onRetry}>
            {sharedTexts.tryAgain}
          </Button>
        }
      >
        {errorTexts.permissionsFailedText}
      </EmptyState>
    );
  }
  return (
    <Banner
      tone="attention"
      announced
      title={errorTexts.permissionsFailed}
      actions={
        <Button size="small" onClick={onRetry}>
          {sharedTexts.tryAgain}
        </Button>
      }
    >
      {errorTexts.permissionsFailedMenu}
    </Banner>
  );
}
