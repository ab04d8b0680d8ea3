import { createLink } from '@tanstack/react-router';
import { LinkButton, TextLink } from '@seller-connect/ui';

/** A link of the kit that goes to a screen without loading the page again. */
export const ScreenButton = createLink(LinkButton);
export const ScreenLink = createLink(TextLink);
