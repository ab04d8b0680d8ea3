import { Checkbox } from '@seller-connect/ui';
import styles from '../sign-in.module.css';
import type { SignInTexts } from '../texts.vi.ts';

/**
 * Choices about other ways into the account after a new password. The server shows those that apply. `own`
 * is a Google account with the account's own email address, whose link stays by default. `foreign` is any
 * other, whose link is removed by default.
 */
export function OtherSignInMethods({
  texts,
}: {
  readonly texts: SignInTexts['forms']['otherWaysIn'];
}) {
  return (
    <>
      <div className={styles.linkedOwn}>
        <Checkbox
          name="google"
          value="remove"
          label={texts.removeGoogle}
          help={texts.googleStays}
        />
      </div>
      <div className={styles.linkedForeign}>
        <Checkbox name="google" value="keep" label={texts.retainGoogle} help={texts.googleEnds} />
      </div>
      <div className={styles.reportAccess}>
        <Checkbox
          name="revoke_access"
          value="on"
          label={texts.revokeAccess}
          help={texts.accessStays}
        />
      </div>
    </>
  );
}
