/** The commands that people use most, as the short help lists them. Completion offers these before a letter is typed. */
export const everyday: readonly (readonly [command: string, does: string])[] = [
  ['send', 'Write to agents, roles, groups, queues, channels, or everyone'],
  ['inbox', 'List your mail, most urgent first'],
  ['read', 'Print messages and mark them read'],
  ['reply', 'Reply to the sender of a message'],
  ['next', 'Print the most urgent unread message and mark it read'],
  ['wait', 'Wait for unread mail'],
  ['ack', 'Acknowledge messages'],
  ['complete', 'Complete messages and archive them'],
  ['search', 'Find messages by words, sender, status or time'],
  ['attention', 'List what needs a person now'],
  ['fleet', 'Show what each agent is doing'],
  ['setup', 'Set up mail in a coding agent, tmux or git'],
]
