import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { OperationName, OperationNamed } from '../../../operations/catalogue.ts'
import type { Offering, Once, Relaying, Streaming } from '../../../operations/operation.ts'
import type { Raw } from '../flags.ts'
import { cutAll, type Printed, type Sheet } from '../sheet.ts'
import { printNotified } from './print-alerts.ts'
import { printDecided, printRequest } from './print-approvals.ts'
import { printAttention, printPlaces } from './print-attention.ts'
import { printChange } from './print-change.ts'
import {
  printBlockers,
  printDebate,
  printDebateBoard,
  printDebateLog,
  printDebates,
  printDecisions,
  printHealth,
} from './print-debates.ts'
import { printExchanged } from './print-exchange.ts'
import { printFleet } from './print-fleet.ts'
import { printGlance } from './print-glance.ts'
import { printKeys } from './print-keys.ts'
import { printEndedLoop, printLoops } from './print-loops.ts'
import {
  printChangedAll,
  printCounts,
  printFound,
  printInbox,
  printMoved,
  printResolved,
  printRetracted,
  printSent,
} from './print-mail.ts'
import { printFinished, printMessage, printMessages, printThread } from './print-message.ts'
import { printOwed } from './print-owed.ts'
import {
  printChannel,
  printChannels,
  printGroup,
  printGroups,
  printQueue,
  printQueueBoard,
  printQueues,
} from './print-places.ts'
import { printRan } from './print-ran.ts'
import {
  printDraft,
  printDrafts,
  printEvents,
  printJournal,
  printReceipts,
  printReversed,
  printView,
  printViewCounts,
  printViews,
} from './print-record.ts'
import { printReservations } from './print-reservations.ts'
import { printAgent, printAgents, printRung, printWhoami } from './print-roster.ts'
import { printRouted } from './print-routing.ts'
import { printAssigned, printPresence, printPresent } from './print-supervision.ts'
import {
  printAsked,
  printCreatedToken,
  printDefinition,
  printDroppedDefinition,
  printPeer,
  printPeers,
  printPing,
  printToken,
  printTokens,
} from './print-swarms.ts'
import { printEnded, printTask, printTaskBoard, printTasks } from './print-tasks.ts'
import { printFilled, printParsed, printTemplate, printTemplates } from './print-templates.ts'
import { printBackup, printCompressed, printCopied, printPatrol, printRedispatched } from './print-upkeep.ts'

type ValueOf<O> =
  O extends Relaying<infer _, infer V>
    ? V
    : O extends Once<infer _, infer V>
      ? V
      : O extends Offering<infer _, infer V>
        ? V
        : O extends Streaming<infer _, infer V>
          ? V
          : never

export type Printer<V> = (value: V, sheet: Sheet, input: Raw) => Printed | Promise<Printed>

/** Asked for seldom, and loaded then. */
const statistics = () => import('./print-statistics.ts')

/** How each operation's value reads. An operation without a printer, or a text of its own, does not compile. */
export const printers: {
  readonly [K in Exclude<OperationName, 'inject' | 'statusLine' | 'prime'>]: Printer<
    ValueOf<OperationNamed<K>>
  >
} = {
  send: printSent,
  reply: printSent,
  forward: printSent,
  handoff: printSent,
  escalate: printSent,
  sendDraft: printSent,
  inbox: printInbox,
  count: printCounts,
  read: printMessages,
  next: printMessage,
  wait: printMessage,
  thread: printThread,
  search: printFound,
  attention: printAttention,
  showRequest: printRequest,
  decideRequest: printDecided,
  owed: printOwed,
  resolve: printResolved,
  route: printRouted,
  run: printRan,
  watch: printChange,
  ack: printMoved('acknowledged'),
  process: printMoved('processing'),
  complete: printFinished('completed'),
  fail: printFinished('failed'),
  retry: printMoved('processing'),
  archive: printMoved('archived'),
  restore: printMoved('restored'),
  unread: printMoved('unread'),
  snooze: printMoved('snoozed'),
  pin: printMoved('pinned'),
  unpin: printMoved('unpinned'),
  redeliver: printSent,
  retract: printRetracted,
  changeAll: printChangedAll,
  undo: printReversed('undid', 'undo'),
  redo: printReversed('redid', 'redo'),
  claim: printMessage,
  renew: printMessage,
  release: printMessage,
  reserve: printReservations('reserved'),
  unreserve: printReservations('released'),
  reservations: printReservations(null),
  listLoops: printLoops,
  continueLoop: printEndedLoop,
  stopLoop: printEndedLoop,
  listQueues: printQueues,
  showQueue: printQueue,
  queueBoard: printQueueBoard,
  requeue: printMoved('requeued'),
  giveUp: printMoved('given up'),
  createQueue: printQueue,
  pauseQueue: printQueue,
  resumeQueue: printQueue,
  closeQueue: printQueue,
  listChannels: printChannels,
  showChannel: printChannel,
  createChannel: printChannel,
  subscribe: printChannel,
  unsubscribe: printChannel,
  closeChannel: printChannel,
  reopenChannel: printChannel,
  updateChannel: printChannel,
  deleteChannel: printChannel,
  listGroups: printGroups,
  showGroup: printGroup,
  createGroup: printGroup,
  addMembers: printGroup,
  removeMembers: printGroup,
  deleteGroup: printGroup,
  places: printPlaces,
  listDebates: printDebates,
  debateBoard: printDebateBoard,
  showDebate: printDebate,
  debateHealth: printHealth,
  resolveDebate: printDebate,
  debateLog: printDebateLog,
  blockers: printBlockers,
  decisions: printDecisions,
  listTasks: printTasks,
  showTask: printTask,
  taskBoard: printTaskBoard,
  stopTask: printSent,
  completeTask: printEnded,
  breakTask: printEnded,
  listTemplates: printTemplates,
  showTemplate: printTemplate,
  previewTemplate: printFilled,
  parse: printParsed,
  listViews: printViews,
  countViews: printViewCounts,
  saveView: printView('saved'),
  deleteView: printView('deleted'),
  listDrafts: printDrafts,
  saveDraft: printDraft('saved'),
  deleteDraft: printDraft('deleted'),
  listAgents: printAgents,
  showAgent: printAgent,
  registerAgent: printAgent,
  updateAgent: printAgent,
  freezeAgent: printAgent,
  resumeAgent: printAgent,
  retireAgent: printAgent,
  beat: printAgent,
  nudge: ({ pane }) => ({ lines: [`typed into pane ${sanitizeLine(pane)}`], notes: [] }),
  ring: printRung,
  jump: ({ pane }) => ({ lines: [`showing pane ${sanitizeLine(pane)}`], notes: [] }),
  peek: ({ lines }, sheet) => ({ lines: cutAll(lines.map(sanitizeLine), sheet), notes: [] }),
  whoami: printWhoami,
  listSwarms: printPeers,
  registerSwarm: printPeer,
  removeSwarm: printPeer,
  pingSwarm: printPing,
  describeSwarm: printDefinition,
  dropDefinition: printDroppedDefinition,
  ask: printAsked,
  createToken: printCreatedToken,
  listTokens: printTokens,
  revokeToken: printToken,
  fleet: printFleet,
  glance: printGlance,
  here: printPresent,
  leave: ({ terminal }) => ({ lines: [`${sanitizeLine(terminal)} is closed`], notes: [] }),
  presence: printPresence,
  assign: printAssigned,
  listKeys: printKeys,
  makeKey: printKeys,
  rotateKey: printKeys,
  history: printEvents,
  journal: printJournal,
  receipts: printReceipts,
  timeline: async (value, sheet) => (await statistics()).printTimeline(value, sheet),
  away: async (value, sheet) => (await statistics()).printAway(value, sheet),
  notify: printNotified,
  stats: async (value, sheet) => (await statistics()).printStats(value, sheet),
  backup: printBackup,
  copy: printCopied,
  compressArchive: printCompressed,
  exportMail: printExchanged('written'),
  adopt: async (value) => (await import('./print-adopted.ts')).printAdopted(value),
  importMail: printExchanged('imported'),
  sync: printExchanged('written'),
  validate: printExchanged(null),
  patrol: printPatrol,
  redispatch: printRedispatched,
}
