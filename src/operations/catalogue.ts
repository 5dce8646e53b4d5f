import type { Operation } from './operation.ts'

/** `command` is how a command line and a batch spell it; `group` is where help lists it. */
export type Entry<O> = { readonly command: string; readonly group: Group; readonly load: () => Promise<O> }
export const groups = [
  'Mail',
  'Work on mail',
  'Queues',
  'Reservations',
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
  'Keys',
  'Record',
  'Exchange',
  'Upkeep',
  'Terminal inbox',
] as const
export type Group = (typeof groups)[number]

/** The others are what the terminal inbox asks for itself: they work for everybody, but no list of commands in help has them. */
export const listedGroups: readonly Group[] = groups.filter((group) => group !== 'Terminal inbox')

export function entry<O>(group: Group, command: string, load: () => Promise<O>): Entry<O> {
  return { command, group, load }
}

/** Everything a mailbox can do. Each operation is evaluated only when it is first asked for. */
export const catalogue = {
  send: entry('Mail', 'send', async () => (await import('./mail/send.ts')).send),
  reply: entry('Mail', 'reply', async () => (await import('./mail/reply.ts')).reply),
  forward: entry('Mail', 'forward', async () => (await import('./mail/forward.ts')).forward),
  handoff: entry('Mail', 'handoff', async () => (await import('./mail/handoff.ts')).handoff),
  escalate: entry('Mail', 'escalate', async () => (await import('./mail/escalate.ts')).escalate),
  inbox: entry('Mail', 'inbox', async () => (await import('./mail/inbox.ts')).inbox),
  count: entry('Mail', 'count', async () => (await import('./mail/count.ts')).count),
  statusLine: entry('Mail', 'status-line', async () => (await import('./mail/status-line.ts')).statusLine),
  read: entry('Mail', 'read', async () => (await import('./mail/read.ts')).read),
  next: entry('Mail', 'next', async () => (await import('./mail/next.ts')).next),
  wait: entry('Mail', 'wait', async () => (await import('./mail/wait.ts')).wait),
  inject: entry('Mail', 'inject', async () => (await import('./mail/inject.ts')).inject),
  thread: entry('Mail', 'thread', async () => (await import('./mail/thread.ts')).thread),
  search: entry('Mail', 'search', async () => (await import('./mail/search.ts')).search),
  attention: entry('Mail', 'attention', async () => (await import('./attention/attention.ts')).attention),
  showRequest: entry(
    'Supervision',
    'request show',
    async () => (await import('./approvals/show.ts')).showRequest,
  ),
  decideRequest: entry(
    'Supervision',
    'request decide',
    async () => (await import('./approvals/decide.ts')).decideRequest,
  ),
  notify: entry('Supervision', 'notify', async () => (await import('./alerts/notify.ts')).notify),
  owed: entry('Mail', 'owed', async () => (await import('./mail/owed.ts')).owed),
  resolve: entry('Mail', 'resolve', async () => (await import('./mail/resolve.ts')).resolve),
  route: entry('Mail', 'route', async () => (await import('./routing/route.ts')).route),
  run: entry('Mail', 'run', async () => (await import('./programs/run.ts')).run),
  watch: entry('Mail', 'watch', async () => (await import('./mail/watch.ts')).watch),
  ack: entry('Work on mail', 'ack', async () => (await import('./mail/ack.ts')).ack),
  process: entry('Work on mail', 'process', async () => (await import('./mail/process.ts')).process),
  complete: entry('Work on mail', 'complete', async () => (await import('./mail/complete.ts')).complete),
  fail: entry('Work on mail', 'fail', async () => (await import('./mail/fail.ts')).fail),
  retry: entry('Work on mail', 'retry', async () => (await import('./mail/retry.ts')).retry),
  archive: entry('Work on mail', 'archive', async () => (await import('./mail/archive.ts')).archive),
  restore: entry('Work on mail', 'restore', async () => (await import('./mail/restore.ts')).restore),
  unread: entry('Work on mail', 'unread', async () => (await import('./mail/unread.ts')).unread),
  snooze: entry('Work on mail', 'snooze', async () => (await import('./mail/snooze.ts')).snooze),
  pin: entry('Work on mail', 'pin', async () => (await import('./mail/pin.ts')).pin),
  unpin: entry('Work on mail', 'unpin', async () => (await import('./mail/unpin.ts')).unpin),
  changeAll: entry(
    'Work on mail',
    'change-all',
    async () => (await import('./mail/change-all.ts')).changeAll,
  ),
  redeliver: entry('Work on mail', 'redeliver', async () => (await import('./mail/redeliver.ts')).redeliver),
  retract: entry('Mail', 'retract', async () => (await import('./mail/retract.ts')).retract),
  undo: entry('Work on mail', 'undo', async () => (await import('./log/undo.ts')).undo),
  redo: entry('Work on mail', 'redo', async () => (await import('./log/redo.ts')).redo),
  claim: entry('Queues', 'claim', async () => (await import('./queues/claim.ts')).claim),
  renew: entry('Queues', 'renew', async () => (await import('./queues/renew.ts')).renew),
  release: entry('Queues', 'release', async () => (await import('./queues/release.ts')).release),
  listQueues: entry('Queues', 'queue list', async () => (await import('./queues/list.ts')).listQueues),
  showQueue: entry('Queues', 'queue show', async () => (await import('./queues/show.ts')).showQueue),
  queueBoard: entry('Queues', 'queue board', async () => (await import('./queues/board.ts')).queueBoard),
  requeue: entry('Queues', 'queue requeue', async () => (await import('./queues/requeue.ts')).requeue),
  giveUp: entry('Queues', 'queue give-up', async () => (await import('./queues/give-up.ts')).giveUp),
  createQueue: entry('Queues', 'queue create', async () => (await import('./queues/create.ts')).createQueue),
  pauseQueue: entry('Queues', 'queue pause', async () => (await import('./queues/status.ts')).pauseQueue),
  resumeQueue: entry('Queues', 'queue resume', async () => (await import('./queues/status.ts')).resumeQueue),
  closeQueue: entry('Queues', 'queue close', async () => (await import('./queues/status.ts')).closeQueue),
  listLoops: entry('Supervision', 'loop list', async () => (await import('./loops/list.ts')).listLoops),
  continueLoop: entry(
    'Supervision',
    'loop continue',
    async () => (await import('./loops/end.ts')).continueLoop,
  ),
  stopLoop: entry('Supervision', 'loop stop', async () => (await import('./loops/end.ts')).stopLoop),
  reserve: entry('Reservations', 'reserve', async () => (await import('./reservations/reserve.ts')).reserve),
  unreserve: entry(
    'Reservations',
    'unreserve',
    async () => (await import('./reservations/unreserve.ts')).unreserve,
  ),
  reservations: entry(
    'Reservations',
    'reservations',
    async () => (await import('./reservations/list.ts')).reservations,
  ),
  listChannels: entry(
    'Channels',
    'channel list',
    async () => (await import('./channels/list.ts')).listChannels,
  ),
  showChannel: entry(
    'Channels',
    'channel show',
    async () => (await import('./channels/show.ts')).showChannel,
  ),
  createChannel: entry(
    'Channels',
    'channel create',
    async () => (await import('./channels/create.ts')).createChannel,
  ),
  subscribe: entry(
    'Channels',
    'channel subscribe',
    async () => (await import('./channels/subscribe.ts')).subscribe,
  ),
  unsubscribe: entry(
    'Channels',
    'channel unsubscribe',
    async () => (await import('./channels/unsubscribe.ts')).unsubscribe,
  ),
  closeChannel: entry(
    'Channels',
    'channel close',
    async () => (await import('./channels/close.ts')).closeChannel,
  ),
  reopenChannel: entry(
    'Channels',
    'channel reopen',
    async () => (await import('./channels/reopen.ts')).reopenChannel,
  ),
  updateChannel: entry(
    'Channels',
    'channel update',
    async () => (await import('./channels/update.ts')).updateChannel,
  ),
  deleteChannel: entry(
    'Channels',
    'channel delete',
    async () => (await import('./channels/delete.ts')).deleteChannel,
  ),
  listGroups: entry('Groups', 'group list', async () => (await import('./groups/list.ts')).listGroups),
  showGroup: entry('Groups', 'group show', async () => (await import('./groups/show.ts')).showGroup),
  createGroup: entry('Groups', 'group create', async () => (await import('./groups/create.ts')).createGroup),
  addMembers: entry('Groups', 'group add', async () => (await import('./groups/add.ts')).addMembers),
  removeMembers: entry(
    'Groups',
    'group remove',
    async () => (await import('./groups/remove.ts')).removeMembers,
  ),
  deleteGroup: entry('Groups', 'group delete', async () => (await import('./groups/delete.ts')).deleteGroup),
  places: entry('Terminal inbox', 'places', async () => (await import('./places/list.ts')).places),
  listDebates: entry('Debates', 'debate list', async () => (await import('./debates/list.ts')).listDebates),
  debateBoard: entry('Debates', 'debate board', async () => (await import('./debates/board.ts')).debateBoard),
  showDebate: entry('Debates', 'debate show', async () => (await import('./debates/show.ts')).showDebate),
  debateHealth: entry(
    'Debates',
    'debate health',
    async () => (await import('./debates/health.ts')).debateHealth,
  ),
  resolveDebate: entry(
    'Debates',
    'debate resolve',
    async () => (await import('./debates/resolve.ts')).resolveDebate,
  ),
  debateLog: entry('Debates', 'debate log', async () => (await import('./debates/log.ts')).debateLog),
  blockers: entry('Debates', 'blockers', async () => (await import('./debates/blockers.ts')).blockers),
  decisions: entry('Debates', 'decisions', async () => (await import('./debates/decisions.ts')).decisions),
  listTasks: entry('Tasks', 'task list', async () => (await import('./tasks/list.ts')).listTasks),
  showTask: entry('Tasks', 'task show', async () => (await import('./tasks/show.ts')).showTask),
  taskBoard: entry('Tasks', 'task board', async () => (await import('./tasks/board.ts')).taskBoard),
  stopTask: entry('Tasks', 'task stop', async () => (await import('./tasks/stop.ts')).stopTask),
  completeTask: entry(
    'Tasks',
    'task complete',
    async () => (await import('./tasks/complete.ts')).completeTask,
  ),
  breakTask: entry('Tasks', 'task breakpoint', async () => (await import('./tasks/breakpoint.ts')).breakTask),
  listTemplates: entry(
    'Protocol',
    'template list',
    async () => (await import('./templates/list.ts')).listTemplates,
  ),
  showTemplate: entry(
    'Protocol',
    'template show',
    async () => (await import('./templates/show.ts')).showTemplate,
  ),
  previewTemplate: entry(
    'Protocol',
    'template preview',
    async () => (await import('./templates/preview.ts')).previewTemplate,
  ),
  parse: entry('Protocol', 'parse', async () => (await import('./templates/parse.ts')).parse),
  listDrafts: entry('Drafts', 'draft list', async () => (await import('./drafts/list.ts')).listDrafts),
  saveDraft: entry('Drafts', 'draft save', async () => (await import('./drafts/save.ts')).saveDraft),
  sendDraft: entry('Drafts', 'draft send', async () => (await import('./drafts/send.ts')).sendDraft),
  deleteDraft: entry('Drafts', 'draft delete', async () => (await import('./drafts/delete.ts')).deleteDraft),
  listViews: entry('Views', 'view list', async () => (await import('./views/list.ts')).listViews),
  countViews: entry(
    'Terminal inbox',
    'view counts',
    async () => (await import('./views/count.ts')).countViews,
  ),
  saveView: entry('Views', 'view save', async () => (await import('./views/save.ts')).saveView),
  deleteView: entry('Views', 'view delete', async () => (await import('./views/delete.ts')).deleteView),
  listAgents: entry('Roster', 'agents list', async () => (await import('./roster/list.ts')).listAgents),
  showAgent: entry('Roster', 'agents show', async () => (await import('./roster/show.ts')).showAgent),
  registerAgent: entry(
    'Roster',
    'agents register',
    async () => (await import('./roster/register.ts')).registerAgent,
  ),
  updateAgent: entry('Roster', 'agents update', async () => (await import('./roster/update.ts')).updateAgent),
  freezeAgent: entry('Roster', 'agents freeze', async () => (await import('./roster/freeze.ts')).freezeAgent),
  resumeAgent: entry('Roster', 'agents resume', async () => (await import('./roster/resume.ts')).resumeAgent),
  retireAgent: entry('Roster', 'agents retire', async () => (await import('./roster/retire.ts')).retireAgent),
  beat: entry('Roster', 'agents beat', async () => (await import('./roster/beat.ts')).beat),
  nudge: entry('Roster', 'nudge', async () => (await import('./roster/nudge.ts')).nudge),
  ring: entry('Roster', 'ring', async () => (await import('./bells/ring.ts')).ring),
  jump: entry('Roster', 'jump', async () => (await import('./roster/jump.ts')).jump),
  peek: entry('Roster', 'peek', async () => (await import('./roster/peek.ts')).peek),
  whoami: entry('Roster', 'whoami', async () => (await import('./roster/whoami.ts')).whoami),
  prime: entry('Roster', 'prime', async () => (await import('./roster/prime.ts')).prime),
  listSwarms: entry('Swarms', 'swarm list', async () => (await import('./swarms/list.ts')).listSwarms),
  registerSwarm: entry(
    'Swarms',
    'swarm register',
    async () => (await import('./swarms/register.ts')).registerSwarm,
  ),
  removeSwarm: entry('Swarms', 'swarm remove', async () => (await import('./swarms/remove.ts')).removeSwarm),
  pingSwarm: entry('Swarms', 'swarm ping', async () => (await import('./swarms/ping.ts')).pingSwarm),
  describeSwarm: entry(
    'Swarms',
    'swarm definition show',
    async () => (await import('./swarms/show-definition.ts')).describeSwarm,
  ),
  dropDefinition: entry(
    'Swarms',
    'swarm definition drop',
    async () => (await import('./swarms/drop-definition.ts')).dropDefinition,
  ),
  ask: entry('Swarms', 'ask', async () => (await import('./swarms/ask.ts')).ask),
  createToken: entry('Swarms', 'token create', async () => (await import('./tokens/create.ts')).createToken),
  listTokens: entry('Swarms', 'token list', async () => (await import('./tokens/list.ts')).listTokens),
  revokeToken: entry('Swarms', 'token revoke', async () => (await import('./tokens/revoke.ts')).revokeToken),
  fleet: entry('Supervision', 'fleet', async () => (await import('./supervision/fleet.ts')).fleet),
  glance: entry('Supervision', 'glance', async () => (await import('./supervision/glance.ts')).glance),
  here: entry('Terminal inbox', 'presence here', async () => (await import('./supervision/here.ts')).here),
  leave: entry(
    'Terminal inbox',
    'presence leave',
    async () => (await import('./supervision/leave.ts')).leave,
  ),
  presence: entry(
    'Terminal inbox',
    'presence',
    async () => (await import('./supervision/presence.ts')).presence,
  ),
  assign: entry('Supervision', 'assign', async () => (await import('./supervision/assign.ts')).assign),
  listKeys: entry('Keys', 'keys list', async () => (await import('./keys/list.ts')).listKeys),
  makeKey: entry('Keys', 'keys make', async () => (await import('./keys/make.ts')).makeKey),
  rotateKey: entry('Keys', 'keys rotate', async () => (await import('./keys/rotate.ts')).rotateKey),
  history: entry('Record', 'history', async () => (await import('./log/history.ts')).history),
  journal: entry('Record', 'journal', async () => (await import('./log/journal.ts')).journal),
  away: entry('Supervision', 'away', async () => (await import('./statistics/away.ts')).away),
  timeline: entry('Record', 'timeline', async () => (await import('./statistics/timeline.ts')).timeline),
  stats: entry('Record', 'stats', async () => (await import('./statistics/stats.ts')).stats),
  receipts: entry('Record', 'receipts', async () => (await import('./log/receipts.ts')).receipts),
  backup: entry('Upkeep', 'backup', async () => (await import('./upkeep/backup.ts')).backup),
  copy: entry('Upkeep', 'copy', async () => (await import('./upkeep/copy.ts')).copy),
  compressArchive: entry(
    'Upkeep',
    'compress-archive',
    async () => (await import('./upkeep/compress-archive.ts')).compressArchive,
  ),
  exportMail: entry('Exchange', 'export', async () => (await import('./exchange/export.ts')).exportMail),
  adopt: entry('Exchange', 'adopt', async () => (await import('./exchange/adopt.ts')).adopt),
  importMail: entry('Exchange', 'import', async () => (await import('./exchange/import.ts')).importMail),
  sync: entry('Exchange', 'sync', async () => (await import('./exchange/sync.ts')).sync),
  validate: entry('Exchange', 'validate', async () => (await import('./exchange/validate.ts')).validate),
  patrol: entry('Upkeep', 'patrol', async () => (await import('./upkeep/patrol.ts')).patrol),
  redispatch: entry('Upkeep', 'redispatch', async () => (await import('./upkeep/redispatch.ts')).redispatch),
} as const

export type OperationName = keyof typeof catalogue
export type OperationNamed<K extends OperationName> = Awaited<ReturnType<(typeof catalogue)[K]['load']>>
const streams: readonly string[] = ['watch', 'run', 'sync', 'ask']

/** Known without loading the operation: a method must return its values at once. */
export function isStream(name: string): boolean {
  return streams.includes(name)
}

export const operationNames = Object.keys(catalogue) as readonly OperationName[]

/** `swarm definition show` has the most words. */
export const longestCommand = 3

/** The operation that a command line's first words spell, and how many words that took. */
export function findCommand(
  words: readonly string[],
): { readonly name: OperationName; readonly used: number } | undefined {
  for (let used = Math.min(words.length, longestCommand); used > 0; used -= 1) {
    const command = words.slice(0, used).join(' ')
    const name = operationNames.find((one) => catalogue[one].command === command)
    if (name !== undefined) return { name, used }
  }
  return undefined
}

const loaded = new Map<OperationName, Promise<Operation>>()

/** Any operation, its exact types set aside. Loaded once: an import that is awaited again costs more than the operation itself. */
export function loadOperation(name: OperationName): Promise<Operation> {
  let operation = loaded.get(name)
  if (operation === undefined) {
    operation = catalogue[name].load() as Promise<Operation>
    loaded.set(name, operation)
  }
  return operation
}
