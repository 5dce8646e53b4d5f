import { afterEach, expect, it } from 'vitest'
import { leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

afterEach(leaveAll)

/** What screens disagree on, or draw from right to left. */
const letters = [
  '日本語テスト 한국어 ㅎㅏㄴ ᄒᄒ',
  '👩‍🚀🇩🇪 ⚠️ ❤ 👍🏽 **🇩**🇪',
  'e\u0301n\u0303 **a**\u0301b กำ हिन्दी',
  'שלום עולם مرحبا',
].join(' ')
const body = [
  letters,
  `- ${letters}`,
  `> ${letters}`,
  `| a | ${letters} |\n|---|---|\n| ${letters} | b |`,
  `\`\`\`js\n// ${letters}\n"${letters}"\n\`\`\``,
].join('\n\n')

/** Rows between the frame's edges whose last cell is no edge: also where a form stands below a message. */
function broken(seat: Seat): readonly string[] {
  const cells = seat.cells()
  return cells
    .slice(2, -2)
    .filter((row) => !'│╯╮'.includes(row.at(-1)?.text || ' '))
    .map((row) => row.map(({ text }) => text).join(''))
}

it.each([
  { columns: 40, rows: 10, env: {} },
  { columns: 80, rows: 24, env: { NO_COLOR: '1' } },
  { columns: 160, rows: 40, env: {} },
])('every writing stays within its frame at $columns×$rows', async (size) => {
  const seat = await sitDown(size)
  const bob = await (await seat.outside()).as('bob')
  for (let from = 0; from < 3; from += 1)
    await bob.send({ to: ['lea'], subject: letters.slice(from * 7), priority: 'urgent', body })
  const holds = async (where: string) => {
    await seat.quiet()
    expect(broken(seat), where).toEqual([])
  }
  await seat.sees('14 unread')
  await seat.press('g', 'g')
  await holds('list')
  await seat.press('Enter')
  await seat.sees(/▾ . bob/u)
  await holds('thread')
  await seat.press('C-d')
  await holds('thread, further down')
  await seat.press('r')
  await seat.type('日本👍🏽e\u0301 שלום')
  await holds('reply')
  await seat.press('Alt-Enter')
  await seat.sees('C-s send')
  await holds('form')
})
