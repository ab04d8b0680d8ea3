import { PasswordScreen } from './PasswordScreen.tsx';
import { unlessKeptElsewhere } from './KeptElsewhere.tsx';

export default unlessKeptElsewhere(PasswordScreen);
