import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { soon } from '../support/soon.ts'
import { goTo } from '../support/terminal-roster.ts'
import { leaveAll, type Seat, seatAt, sitDown, start, watchpost } from '../support/terminal-world.ts'

afterAll(leaveAll)

/** An editor that acts without a person. */
function editor(script: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'watchpost-editor-')), 'editor')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

async function drafts(seat: Seat): Promise<readonly string[]> {
  const lea = await (await seat.outside()).as('lea')
  return (await lea.listDrafts({ limit: 10 })).drafts.map(({ fields }) => String(fields['body']))
}

async function bodiesSent(seat: Seat): Promise<readonly string[]> {
  const lea = await (await seat.outside()).as('lea')
  const { messages } = await lea.inbox({ sent: true, limit: 50 })
  const ids = messages.map(({ id }) => id)
  return (await lea.read({ messages: ids, peek: true })).value.messages.map(({ body }) => body)
}

describe.concurrent('the grace of a send', () => {
  it('gives the text back to u, and sends nothing', async () => {
    const seat = await sitDown()
    await seat.press('j', 'r')
    await seat.type('Looking at it now.')
    await seat.press('Enter')
    await seat.sees(/sending in \d s \(u to undo\)/u)
    await seat.press('u')
    await seat.sees(/Message +Looking at it now\./u)
    await seat.press('Esc')
    await seat.sees('Keep as a draft?')
    await seat.press('y')
    await seat.sees('Saved in Drafts')
    expect(await bodiesSent(seat)).not.toContain('Looking at it now.')
    expect(await drafts(seat)).toEqual(['Looking at it now.'])
  })

  it('is over at once for who leaves', async () => {
    const seat = await sitDown()
    await seat.press('j', 'r')
    await seat.type('Sent on leaving.')
    await seat.press('Enter')
    await seat.sees(/sending in \d s/u)
    await seat.press('q', 'q')
    expect((await seat.exited()).code).toBe(0)
    expect(await bodiesSent(seat)).toContain('Sent on leaving.')
  })

  it('survives a kill: the next one who sits down sends it', async () => {
    const seat = await sitDown()
    await seat.press('j', 'r')
    await seat.type('Not to be lost.')
    await seat.press('Enter')
    await seat.sees(/sending in \d s/u)
    await seat.kill()
    const next = await sitDown({ store: seat.store })
    await next.sees('Sent to')
    expect(await bodiesSent(next)).toContain('Not to be lost.')
    expect(await drafts(next)).toEqual([])
  })
})

/** A folder for XDG_CONFIG_HOME with these settings. */
function settings(text: string): string {
  const home = mkdtempSync(join(tmpdir(), 'watchpost-settings-'))
  mkdirSync(join(home, 'watchpost'))
  writeFileSync(join(home, 'watchpost', 'config.yaml'), text)
  return home
}

const canned =
  'replies:\n  later: I look at it tomorrow.\n  tests:\n    - "{from}, run these first:"\n    - npm test\n'

describe.concurrent('a canned reply', () => {
  it.each([
    [200, 50],
    [120, 30],
    [80, 24],
    [50, 20],
  ])('is chosen and inserted at %i×%i', async (columns, rows) => {
    const seat = await sitDown({ columns, rows, env: { XDG_CONFIG_HOME: settings(canned) } })
    await seat.press('j', 'r')
    await seat.type('Yes. ')
    await seat.press('Alt-r')
    await seat.sees('▸ later: I look')
    await seat.press('Down')
    await seat.sees('▸ tests: ')
    await seat.press('Enter')
    await seat.sees(/Yes\. swarm_dev\/crit/u)
    await seat.sees('npm test')
    await seat.press('C-s')
    await seat.sees(/sending in \d s/u)
    await seat.press('q', 'q')
    await seat.exited()
    expect(await bodiesSent(seat)).toContain('Yes. swarm_dev/critic, run these first:\nnpm test')
  })
})

describe.concurrent('the whole message in $EDITOR', () => {
  it('has headers and the original, and comes back with what was changed', async () => {
    const kept = join(mkdtempSync(join(tmpdir(), 'watchpost-kept-')), 'given')
    const script = `cp "$1" ${kept}; printf 'Cc: coo\\nSubject: Merge plan\\nPriority: high\\n\\nAfter the kill test.\\n' > "$1"`
    const seat = await sitDown({ env: { EDITOR: editor(script) } })
    await seat.press('j', 'Enter')
    await seat.sees('receipts lea')
    await seat.press('r', 'C-g')
    await seat.sees(/Subject +Merge plan/u)
    await seat.sees(/Priority +.*high/u)
    expect(readFileSync(kept, 'utf8')).toMatch(
      /^Answer:\nCc:\nSubject:\nKind:\nPriority:\nFiles:\n\nswarm_dev\/critic wrote:\n> /u,
    )
    await seat.press('C-s')
    await seat.sees(/sending in \d s/u)
    await seat.press('q', 'q')
    await seat.exited()
    const lea = await (await seat.outside()).as('lea')
    const { messages } = await lea.inbox({ sent: true, limit: 1 })
    expect(messages[0]).toMatchObject({ subject: 'Merge plan', priority: 'high', cc: ['coo'] })
  })

  it('says which header is wrong, and gives it back to be mended', async () => {
    const script = `if grep -q 'Tpo: bob' "$1"; then sed -i '/^Cc:$/d; s/^Tpo: bob$/Cc: bob/' "$1"; else printf 'To: coo\\nTpo: bob\\n\\nMy text\\n' > "$1"; fi`
    const seat = await sitDown({ env: { EDITOR: editor(script) } })
    await seat.press('m', 'C-g')
    await seat.sees('Unknown header: Tpo. Use To, Cc')
    await seat.sees(/Message +My text/u)
    await seat.press('C-s')
    await seat.sees('Not sent: this header is not understood: Tpo: bob')
    expect(await bodiesSent(seat)).not.toContain('My text')
    await seat.press('C-g')
    await seat.misses('Tpo')
    await seat.sees(/Cc +bob/u)
    await seat.press('C-s')
    await seat.sees(/sending in \d s/u)
  })
})

describe.concurrent('what is being written', () => {
  it('survives a kill among the drafts, and goes on from there', async () => {
    const seat = await sitDown()
    await seat.press('m')
    await seat.type('coo')
    await seat.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    await seat.type('Half a thought')
    await seat.sees('Half a thought')
    await seat.sees(/Half a thought/u)
    await soon(async () => expect(await drafts(seat)).toEqual(['Half a thought']))
    await seat.kill()
    const next = await sitDown({ store: seat.store })
    await goTo(next, 'Drafts')
    await next.sees(/send +coo +Half a thought/u)
    await next.press('Enter')
    await next.sees(/Message +Half a thought/u)
    await next.press('Esc')
    await next.sees('Saved in Drafts')
    expect(await drafts(next)).toEqual(['Half a thought'])
    await next.press('Enter')
    await next.type('!')
    await next.press('Esc')
    await next.sees('Keep as a draft?')
    await next.press('Enter')
    await next.misses('Keep as a draft?')
    await soon(async () => expect(await drafts(next)).toEqual(['Half a thought!']))
  })

  it('is thrown away only where that was asked for', async () => {
    const seat = await sitDown()
    await seat.press('j', 'r')
    await seat.type('On it')
    await seat.press('Alt-Enter')
    await seat.sees(/Message +On it/u)
    await seat.press('Esc')
    await seat.sees('Keep as a draft?')
    await seat.press('n')
    await seat.misses('Keep as a draft?')
    await soon(async () => expect(await drafts(seat)).toEqual([]))
  })

  it('keeps a form with a recipient that nobody knows', async () => {
    const seat = await sitDown()
    await seat.press('m')
    await seat.type('nobodyknows')
    await seat.press('Tab', 'Tab')
    await seat.type('Hello')
    await seat.press('C-s')
    await seat.sees('There is no agent nobodyknows')
    await seat.sees('New message')
  })
})

describe.concurrent('a form', () => {
  it('gives back what was undone too far, until one goes on writing', async () => {
    const seat = await sitDown()
    await seat.press('m', 'Tab', 'Tab')
    await seat.type('one two')
    await seat.press('Alt-u')
    await seat.sees(/Subject +one *│/u)
    await seat.press('C-r')
    await seat.sees(/Subject +one two/u)
  })

  it('completes templates and files, and takes back what is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchpost-files-'))
    writeFileSync(join(folder, 'plan.md'), 'the plan')
    const seat = await sitDown({ columns: 120, cwd: folder })
    await seat.press('m')
    await seat.type('coo')
    await seat.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    await seat.type('pl')
    await seat.sees('▸ plan.md')
    await seat.press('Tab', 'Tab')
    await seat.type('merge_r')
    await seat.sees('▸ MERGE_READY')
    await seat.press('Tab')
    await seat.sees(/▸ Branch \* +The branch/u)
    await seat.type('fix')
    await seat.press('C-s')
    await seat.sees('MERGE_READY requires this field.')
    await seat.sees(/▸ Polecat \*/u)
    await seat.sees(/Branch \* +fix/u)
    await seat.misses('sending in')
    await seat.type('nux')
    await seat.press('C-p')
    await seat.sees('Subject: MERGE_READY nux')
    await seat.sees('Branch: fix')
    await seat.press('C-s')
    await seat.sees(/sending in/u)
    await seat.press('u')
    await seat.sees(/Branch \* +fix/u)
  })

  it('tells before it is sent that a file is not there, and sends what is meant', async () => {
    const seat = await sitDown({ columns: 120 })
    await seat.press('m')
    await seat.type('coo')
    await seat.press('Tab', 'Tab')
    await seat.type('The plan')
    await seat.press('Tab', 'Tab', 'Tab', 'Tab')
    await seat.type('/nowhere/plan.md')
    await seat.press('C-s')
    await seat.sees('There is no file /nowhere/plan.md. Press C-s again to send it anyway.')
    await seat.misses('sending in')
    await seat.press('C-s')
    await seat.sees(/sending in/u)
  })

  it("brings a template's fields back with the draft that keeps them", async () => {
    const seat = await sitDown({ columns: 120 })
    await seat.press('m')
    await seat.press(...Array(7).fill('Tab'))
    await seat.type('merged')
    await seat.sees(/Merge-Commit/u)
    await seat.press('Tab')
    await seat.type('fix')
    await seat.press('Esc')
    await seat.sees('Keep as a draft?')
    await seat.press('y')
    await seat.sees('Saved in Drafts')
    await goTo(seat, 'Drafts')
    await seat.sees(/send +MERGED Branch=fix/u)
    await seat.press('Enter')
    await seat.sees(/Branch \* +fix/u)
    await seat.sees(/Merged-At +the time of sending \(default\)/u)
  })
})

describe.concurrent('C-g', () => {
  it.each([
    { from: 'the reply line', keys: ['j', 'r'] },
    { from: 'a form', keys: ['m', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab'] },
  ])('opens $EDITOR from $from and comes back with the text', async ({ keys }) => {
    const seat = await sitDown({ env: { EDITOR: editor('printf " and more" >> "$1"') } })
    await seat.press(...keys)
    await seat.type('Begun here')
    await seat.sees('Begun here')
    await seat.press('C-g')
    await seat.sees(/Message +Begun here and more/u)
    expect(seat.isAlternate()).toBe(true)
    await seat.type('!')
    await seat.sees('Begun here and more!')
  })

  it.each([
    {
      what: 'fails',
      script: 'echo spoilt > "$1"; exit 3',
      says: 'editor exited with 3; the text is unchanged',
    },
    { what: 'is not there', script: null, says: 'cannot be run' },
  ])('loses nothing when the editor $what', async ({ script, says }) => {
    const seat = await sitDown({ env: { EDITOR: script === null ? '/nowhere/editor' : editor(script) } })
    await seat.press('j', 'r')
    await seat.type('Begun here')
    await seat.press('C-g')
    await seat.sees(says)
    await seat.sees(/Message +Begun here/u)
  })

  it('says what to set where there is no editor', async () => {
    const seat = await sitDown()
    await seat.press('j', 'r')
    await seat.type('Begun here')
    await seat.press('C-g')
    await seat.sees('No editor: set $EDITOR.')
    await seat.sees(/Message +Begun here/u)
  })
})

it('begins with keys that were pressed before anything was there', async () => {
  const { store } = await sitDown()
  const program = start(watchpost(store, 'lea'))
  await program.until('the alternate screen', () => program.isAlternate())
  await program.press('j', 'j')
  const seat = seatAt(program, store)
  await seat.sees(/▸!! ● critic +↩ Re: Tests/u)
})
