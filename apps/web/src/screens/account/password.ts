import { PasswordScreen } from './PasswordScreen.tsx';
import { unlessKeptElsewhere } from './ExternalAccountNotice.tsx';

export default unlessKeptElsewhere(PasswordScreen);
