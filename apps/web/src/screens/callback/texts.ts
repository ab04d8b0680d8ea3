import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  working: (partner) => `Finishing your ${partner} connection`,
  workingText: 'This usually takes a few seconds. Please keep this page open.',
  failed: 'Couldn’t connect the shop',
  failedAds: 'Couldn’t connect the ad account',
  backToConnect: 'Back to Connect shops',
  linkAgain: 'Connect again',
  seeShops: 'View connected shops',
  chooseAgain: 'Choose another account',
  linkChosen: 'Connect the selected shop',
  reasons: {
    refused: (partner) => `You didn’t grant access on ${partner}, so nothing was connected.`,
    expired: 'This connection request expired. Start again. It only takes a few seconds.',
    used: 'This connection request was already used. If the shop isn’t in your list, start again.',
    mismatch: 'This connection request wasn’t started in your current session. Start again here.',
    elsewhere:
      'This shop is connected to another team. Ask that team to disconnect it, then connect it here.',
    incomplete: (partner) =>
      `${partner} didn’t send a confirmation code. Start again from Connect shops.`,
    unnamed: (partner) =>
      `${partner} didn’t say which shop you authorized. Start again and sign in with the shop’s account.`,
    declined:
      'You turned off permission to read ad data, so nothing was connected. Start again and leave that permission selected.',
    noAccounts: 'No ad account was selected. Start again and select at least one.',
    unavailable: (partner) => `${partner} isn’t responding right now. Try again in a few minutes.`,
    otherAccount:
      'The account you chose isn’t the one for the shop you’re reconnecting. Nothing was changed.',
    other: (partner) => `${partner} couldn’t confirm this request. Start again.`,
  },
};

export const texts = language === 'en' ? en : vi;
