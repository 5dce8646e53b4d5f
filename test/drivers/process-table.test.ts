import { expect, it } from 'vitest'
import { entryOfLine, processTable } from '../../src/drivers/process-table.ts'

it('knows this process and the one that started it', () => {
  const table = processTable()
  expect(table(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid })
  expect(table(process.ppid)?.pid).toBe(process.ppid)
  expect(table(4_194_305)).toBeNull()
})

it.each([
  [
    '  501     1   501   501 ??       Ss   Mon Jan  5 10:00:00 2026     /Applications/Claude.app/claude --resume',
    {
      pid: 501,
      parent: 1,
      group: 501,
      owner: 501,
      hasTerminal: false,
      name: 'claude',
      words: ['/Applications/Claude.app/claude', '--resume'],
      ended: false,
    },
  ],
  [
    '40001 40000 40001   501 ttys003  S+   Tue Feb 17 09:08:07 2026     -zsh',
    { pid: 40001, parent: 40000, hasTerminal: true, name: '-zsh', words: ['-zsh'] },
  ],
  ['40002 40000 40001   501 ttys003  Z    Tue Feb 17 09:08:08 2026     (node)', { pid: 40002, ended: true }],
])('reads what ps prints: %s', (line, expected) => {
  expect(entryOfLine(line)).toMatchObject(expected)
})

it.each(['', 'PID PPID TTY', '  12 x ?? nothing'])('reads nothing from %j', (line) => {
  expect(entryOfLine(line)).toBeNull()
})
