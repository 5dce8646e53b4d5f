import { everyTheme, list, open, panes, type Scene, select } from './scene.ts'
import { emptySwarm, swarmInTrouble } from './worlds.ts'

export const reading: readonly Scene[] = [
  { name: 'panes', play: panes },
  { name: 'empty', fill: emptySwarm, play: (desk) => desk.sees('No open mail.') },
  { name: 'thread', play: (desk) => open(desk, 'Implement mailbox') },
  {
    name: 'sealed',
    themes: everyTheme,
    async play(desk) {
      const critic = await desk.as('swarm_dev/critic')
      const body = 'The key of the mirror is **tangerine**; nobody else may know.'
      await critic.send({ to: ['lea'], subject: 'Key of the mirror', body, priority: 'high', seal: true })
      await open(desk, 'Key of the mirror')
      await desk.sees('tangerine')
      await desk.press('r')
      await desk.sees('Sealed reply')
    },
  },
  {
    name: 'conversations',
    themes: everyTheme,
    async play(desk) {
      await panes(desk)
      await desk.press('g', 't')
      await desk.sees(/Inbox · threads/u)
      await desk.press('j', 'L')
      await desk.sees(/▾ critic/u)
    },
  },
  {
    name: 'thread-tree',
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('z', 'R')
      await desk.sees('Code review')
    },
  },
  {
    name: 'history',
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('i')
      await desk.sees('history of')
    },
  },
  {
    name: 'raw',
    async play(desk) {
      await open(desk, 'Tests red on main')
      await desk.press('v')
      await desk.sees('NEEDS_CHANGES')
    },
  },
  {
    name: 'selection',
    async play(desk) {
      await panes(desk)
      await desk.press('j', 'Space', 'V', 'j', 'j')
      await desk.sees('4 selected')
    },
  },
  {
    name: 'archived',
    async play(desk) {
      await select(desk, 'Tests red on main')
      await desk.press('e')
      await desk.sees('Archived 1 message')
    },
  },
  {
    name: 'snooze',
    async play(desk) {
      await select(desk, 'Budget')
      await desk.press('s')
      await desk.sees('Snooze 1 message until')
      await desk.type('2h')
    },
  },
  { name: 'attention', play: (desk) => list(desk, 'Attention', 'has not answered') },
  {
    name: 'attention-grouped',
    themes: everyTheme,
    fill: swarmInTrouble,
    async play(desk) {
      await desk.sees(/Attention +\d/u)
      await desk.press(']')
      await desk.sees(/due in 1h/u)
      await desk.sees(/urgent from \d agents/u)
    },
  },
  {
    name: 'decide',
    fill: swarmInTrouble,
    async play(desk) {
      await desk.sees(/Attention +\d/u)
      await desk.press(']')
      await desk.sees(/due in 1h/u)
      await desk.press('C')
      await desk.sees('Write another answer')
      await desk.press('j')
    },
  },
  { name: 'owed', play: (desk) => list(desk, 'Owed to me', /▸.*Which seed/u) },
  {
    name: 'act-as',
    themes: everyTheme,
    async play(desk) {
      await list(desk, '◆ critic', 'mailbox (read-only)')
      await desk.press('A')
      await desk.sees('acting as')
      await desk.press('c')
      await desk.sees(/As .*: complete 1 message/u)
    },
  },
  {
    name: 'journal',
    themes: everyTheme,
    async play(desk) {
      await panes(desk)
      await desk.press('j', 'j', 'a')
      await desk.sees('Acknowledged 1 message')
      await desk.press('V', 'j', 'j', 'P')
      await desk.sees('Pinned 3 messages')
      await desk.press('@')
      await desk.sees('Assign this thread to')
      await desk.type('swarm_dev/critic')
      await desk.press('Enter')
      await desk.sees('Assigned')
      await desk.press('g', 'u')
      await desk.sees('assigning')
    },
  },
  { name: 'mailbox-of-another', play: (desk) => list(desk, '◆ critic', 'mailbox (read-only)') },
]
