/** Updates in the platform's form. */

let updates = 1_000;
export const nextUpdateId = () => (updates += 1);

/** An update with a message. @param options `updateId`, the sender's `languageCode`, and fields of the chat */
export function messageUpdate(text: string, chatId = 77, options: Record<string, unknown> = {}) {
  const { updateId = nextUpdateId(), languageCode, ...chat } = options;
  return {
    update_id: updateId as number,
    message: {
      message_id: 5,
      from: { id: chatId, is_bot: false, first_name: 'Anna', language_code: languageCode },
      chat: { id: chatId, type: 'private', first_name: 'Anna', last_name: 'Ahorn', ...chat },
      date: 1_795_177_380,
      text,
      entities: [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length ?? 0 }],
    },
  };
}

/** An update about a pressed button under a message of the bot. @param senderId of whoever pressed */
export const pressUpdate = (data: string, chatId = 77, senderId = chatId) => ({
  update_id: nextUpdateId(),
  callback_query: {
    id: 'q1',
    from: { id: senderId, is_bot: false, first_name: 'Anna' },
    chat_instance: 'c',
    message: {
      message_id: 9,
      date: 1_795_177_380,
      chat: { id: chatId, type: chatId < 0 ? 'group' : 'private', first_name: 'Anna' },
      text: 'told',
    },
    data,
  },
});

/** An update that says that a group has become a supergroup. */
export const groupMoved = (from: number, to: number) => ({
  update_id: nextUpdateId(),
  message: { message_id: 1, date: 0, chat: { id: from, type: 'group', title: 'Old' }, migrate_to_chat_id: to },
});
