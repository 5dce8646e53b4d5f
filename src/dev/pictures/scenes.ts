import { busySwarm } from './busy-swarm.ts'
import { everyTheme, list, open, panes, type Scene } from './scene.ts'
import { finding, places } from './scenes-finding.ts'
import { reading } from './scenes-reading.ts'
import { writing } from './scenes-writing.ts'
import type { Studio } from './studio.ts'
import { wallSwarm } from './wall-swarm.ts'
import { swarmInDebate, swarmWithTasks } from './worlds.ts'

/** The board of debates, where one waits for a ruling. */
async function openDebates(desk: Studio): Promise<void> {
  await panes(desk)
  await desk.press('g', 'd')
  await desk.sees(/▸ ! .*Which queue/u)
}

/** The page of that debate. */
async function openDebate(desk: Studio): Promise<void> {
  await openDebates(desk)
  await desk.press('Enter')
  await desk.sees('! deadlocked')
}

const supervising: readonly Scene[] = [
  {
    name: 'pair',
    async play(desk) {
      const bob = await desk.as('bob')
      const { messages } = await (await desk.as('lea')).inbox({ limit: 50 })
      const red = messages.find(({ subject }) => subject === 'Tests red on main')
      await bob.here({ terminal: 'pictures', thread: red?.id ?? '', replying: true })
      await open(desk, 'Tests red on main')
      await desk.sees('bob is answering this')
    },
  },
  {
    name: 'metrics',
    async play(desk) {
      await panes(desk)
      await desk.press('M')
      await desk.sees('per hour')
    },
  },
  {
    name: 'timeline',
    async play(desk) {
      await list(desk, '◆ critic', 'mailbox (read-only)')
      await desk.press('T')
      await desk.sees('Tests red on main')
    },
  },
  {
    name: 'fleet',
    themes: everyTheme,
    fill: busySwarm,
    async play(desk) {
      await panes(desk)
      await desk.press('B')
      await desk.sees('by state')
      await desk.sees(/◐ .*Write the kill/u)
    },
  },
  {
    name: 'wall',
    fill: wallSwarm,
    async play(desk) {
      await desk.sees('builder-1')
      await desk.press('B')
      await desk.sees('waiting for you 2')
      await desk.sees(/working \d/u)
    },
  },
  {
    name: 'away',
    fill: busySwarm,
    async play(desk) {
      await panes(desk)
      await desk.press('g', 'a')
      await desk.sees('things wait for you')
    },
  },
  {
    name: 'agent-page',
    fill: busySwarm,
    async play(desk) {
      await panes(desk)
      await desk.press('B')
      await desk.sees(/◐ .*Write the kill/u)
      await desk.press('/')
      await desk.type('implementer')
      await desk.press('Enter')
      await desk.sees(/▸ . swarm_dev.impl/u)
      await desk.press('Enter')
      await desk.sees('Timeline')
    },
  },
  {
    name: 'debates',
    themes: everyTheme,
    fill: swarmInDebate,
    async play(desk) {
      await openDebates(desk)
      await desk.sees(/✓ .*Where logs go/u)
    },
  },
  {
    name: 'debate-page',
    fill: swarmInDebate,
    async play(desk) {
      await openDebate(desk)
    },
  },
  {
    name: 'ruling',
    themes: everyTheme,
    fill: swarmInDebate,
    async play(desk) {
      await openDebate(desk)
      await desk.press('D')
      await desk.type('One queue, split once it is measured')
      await desk.press('Enter')
      await desk.type('Both agree that nobody measured. One queue costs less until then.')
      await desk.press('Tab')
      await desk.type('coo')
      await desk.sees('coo')
    },
  },
  {
    name: 'tasks',
    themes: everyTheme,
    fill: swarmWithTasks,
    async play(desk) {
      await panes(desk)
      await desk.press('g', 'w')
      await desk.sees(/▸ ◐ .*Sort the night/u)
      await desk.sees(/✓ .*Write the notes/u)
    },
  },
  {
    name: 'queues',
    themes: everyTheme,
    async play(desk) {
      await panes(desk)
      await desk.press('g', 'q')
      await desk.sees('Measure a page')
      await desk.sees('One million rows')
      await desk.press('l')
    },
  },
  {
    name: 'own-theme',
    themes: ['own:evening', 'own:paper'],
    ownThemes: [
      {
        name: 'evening',
        base: 'dark',
        colours: {
          accent: '#d3869b',
          person: '#83a598',
          link: '#8ec07c',
          section: '#fabd2f',
          urgent: '#fb4934',
          good: '#b8bb26',
          frame_focused: '#d3869b',
          selected: '#504945',
        },
      },
      {
        name: 'paper',
        base: 'light',
        colours: { accent: '#8f3f71', person: '#076678', section: '#af3a03', selected: '#ebdbb2' },
      },
    ],
    play: (desk) => open(desk, 'Tests red on main'),
  },
  { name: 'read-only', readOnly: true, play: (desk) => desk.sees('read-only') },
]

/** Every screen there is, each as somebody comes to it. */
export const scenes: readonly Scene[] = [...reading, ...writing, ...places, ...finding, ...supervising]
