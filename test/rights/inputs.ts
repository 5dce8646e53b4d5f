import { join } from 'node:path'
import type { OperationName } from '../../src/operations/catalogue.ts'
import type { Things } from './small-world.ts'

export type Input = (things: Things, folder: string) => object

const ofB = (pick: (things: Things) => string, more: object = {}): Input => {
  return (things) => ({ messages: [pick(things)], of: 'b', ...more })
}
const unread = ({ unread: id }: Things): string => id
const taken = ({ taken: id }: Things): string => id
const archived = ({ archived: id }: Things): string => id

/** Each operation as one would use it on what is of b. */
export const inputs: { readonly [K in OperationName]?: Input } = {
  ack: ofB(unread),
  archive: ofB(unread),
  changeAll: () => ({ query: ['from:lea'], verb: 'archive', of: 'b' }),
  complete: ofB(taken),
  fail: ofB(taken, { reason: 'No.' }),
  process: ofB(unread),
  read: (things) => ({ messages: [unread(things)] }),
  restore: ofB(archived),
  retry: ofB(({ failed }) => failed),
  snooze: ofB(unread, { until: '300d' }),
  pin: ofB(unread),
  unpin: ofB(({ pinned }) => pinned),
  unread: ofB(taken),
  redeliver: ({ dead }) => ({ message: dead }),
  retract: (things) => ({ messages: [unread(things)], reason: 'Wrong.' }),
  next: () => ({ take: true }),
  inject: () => ({}),
  wait: () => ({ take: true, timeout: 0 }),
  send: () => ({ to: ['b'], subject: 'Hello' }),
  reply: (things) => ({ message: unread(things), body: 'Yes.' }),
  forward: (things) => ({ message: unread(things), to: ['a'] }),
  handoff: () => ({ to: ['a'], done: 'All' }),
  escalate: () => ({ subject: 'Decide', body: 'Which?', option: ['yes', 'no'] }),
  resolveDebate: ({ debate }) => ({
    thread: debate,
    forceConsensus: true,
    decision: 'So be it',
    rationale: 'It is time.',
  }),
  undo: () => ({}),
  redo: () => ({}),
  saveDraft: () => ({ operation: 'send', fields: { to: ['a'], subject: 'Mine' } }),
  sendDraft: ({ draft }) => ({ draft }),
  deleteDraft: ({ draft }) => ({ draft }),
  saveView: () => ({ name: 'mine', query: ['from:mallory'] }),
  deleteView: () => ({ view: 'mine' }),
  createGroup: () => ({ group: 'new', members: ['a'] }),
  addMembers: () => ({ group: 'ours', members: ['mallory'] }),
  removeMembers: () => ({ group: 'ours', members: ['b'] }),
  deleteGroup: () => ({ group: 'ours' }),
  createQueue: () => ({ queue: 'new' }),
  pauseQueue: () => ({ queue: 'work' }),
  resumeQueue: () => ({ queue: 'stopped' }),
  closeQueue: () => ({ queue: 'work' }),
  claim: () => ({ queue: 'work' }),
  renew: ({ item }) => ({ message: item }),
  release: ({ item }) => ({ message: item }),
  requeue: ({ item }) => ({ queue: 'work', message: item }),
  giveUp: ({ item }) => ({ queue: 'work', message: item, reason: 'No.' }),
  createChannel: () => ({ channel: 'new' }),
  updateChannel: () => ({ channel: 'news', retainCount: 1 }),
  closeChannel: () => ({ channel: 'news' }),
  reopenChannel: () => ({ channel: 'over' }),
  deleteChannel: () => ({ channel: 'news' }),
  subscribe: () => ({ channel: 'other', agent: 'b' }),
  unsubscribe: () => ({ channel: 'news', agent: 'b' }),
  registerAgent: () => ({ agent: 'b', talksTo: ['*'], canComplete: true }),
  updateAgent: () => ({ agent: 'b', reportsTo: 'mallory', budget: 100_000 }),
  freezeAgent: () => ({ agent: 'b' }),
  resumeAgent: () => ({ agent: 'cold' }),
  retireAgent: () => ({ agent: 'b' }),
  beat: () => ({ agent: 'b', session: 's-other' }),
  assign: (things) => ({ thread: unread(things), supervisor: 'boss' }),
  createToken: () => ({ role: 'user', id: 'lea' }),
  revokeToken: ({ token }) => ({ token }),
  breakTask: () => ({ task: 'T-1', calls: { name: 'deploy' } }),
  completeTask: () => ({ task: 'T-1', body: 'Done' }),
  stopTask: () => ({ task: 'T-1', body: 'Stop' }),
  patrol: () => ({}),
  removeSwarm: () => ({ name: 'far' }),
  dropDefinition: () => ({}),
  importMail: (_, folder) => ({ path: join(folder, 'haak'), format: 'haak' }),
}
