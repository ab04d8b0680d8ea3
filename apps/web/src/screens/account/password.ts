import { PasswordScreen } from './PasswordScreen.tsx';
import { withExternalAccountNotice } from './ExternalAccountNotice.tsx';

export default withExternalAccountNotice(PasswordScreen);
