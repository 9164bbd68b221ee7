import type { ChatFormat } from './chat-format';
import { discord } from './discord';
import type { ChatFormatName } from './format.rules';
import { matrix } from './matrix';
import { mattermost } from './mattermost';
import { ntfy } from './ntfy';
import { slack } from './slack';
import { teams } from './teams';

export const CHAT_FORMATS: Readonly<Record<ChatFormatName, ChatFormat>> = { slack, discord, mattermost, teams, matrix, ntfy };
