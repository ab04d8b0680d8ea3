import { Button, SearchIcon } from '@seller-connect/ui';
import { useAuth } from '../../session/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { setCommandPaletteOpen } from '../command-palette/CommandPaletteHost.tsx';
import { texts } from '../texts.ts';
import { ResultPage } from './ResultPage.tsx';

export default function NotFoundPage() {
  const isSignedIn = useAuth().user !== null;
  return (
    <ResultPage
      title="404"
      text={sharedTexts.pageNotFound}
      icon={<SearchIcon size={24} />}
      others={
        isSignedIn && (
          <Button aria-haspopup="dialog" onClick={() => setCommandPaletteOpen()}>
            {texts.search}
          </Button>
        )
      }
    />
  );
}
