/** `command` is how a command line and a batch spell it; `group` is where help lists it. */
export type Entry<O> = { readonly command: string; readonly group: Group; readonly load: () => Promise<O> }
export const groups = [
  'Mail',
  'Work on mail',
  'Queues',
  'Channels',
  'Groups',
  'Debates',
  'Tasks',
  'Protocol',
  'Drafts',
  'Views',
  'Swarms',
  'Roster',
  'Supervision',
  'Record',
  'Exchange',
  'Upkeep',
] as const
export type Group = (typeof groups)[number]

export function entry<O>(group: Group, command: string, load: () => Promise<O>): Entry<O> {
  return { command, group, load }
}

/** What agents call all day, and the hooks of their programs: found without the catalogue, which takes a while to make. */
export const daily = {
  send: entry('Mail', 'send', async () => (await import('./mail/send.ts')).send),
  inbox: entry('Mail', 'inbox', async () => (await import('./mail/inbox.ts')).inbox),
  count: entry('Mail', 'count', async () => (await import('./mail/count.ts')).count),
  statusLine: entry('Mail', 'status-line', async () => (await import('./mail/status-line.ts')).statusLine),
  read: entry('Mail', 'read', async () => (await import('./mail/read.ts')).read),
  next: entry('Mail', 'next', async () => (await import('./mail/next.ts')).next),
  wait: entry('Mail', 'wait', async () => (await import('./mail/wait.ts')).wait),
  inject: entry('Mail', 'inject', async () => (await import('./mail/inject.ts')).inject),
  ack: entry('Work on mail', 'ack', async () => (await import('./mail/ack.ts')).ack),
  prime: entry('Roster', 'prime', async () => (await import('./roster/prime.ts')).prime),
} as const

export type DailyName = keyof typeof daily

/** The operation of a command that agents call all day. */
export function findDaily(command: string): DailyName | undefined {
  for (const name of Object.keys(daily) as readonly DailyName[])
    if (daily[name].command === command) return name
  return undefined
}
