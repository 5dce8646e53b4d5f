import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './digest.mjs'
import { readLock, shippedFindings } from './shipped-packages.mjs'

/** `npm run audit`: known vulnerabilities of what is shipped. The exit code is 1 where there is one, and 2 where npm cannot tell. */
const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
const report = JSON.parse(stdout || '{}')
if (report.vulnerabilities === undefined) {
  process.stderr.write(`npm audit failed: ${report.message ?? 'it printed nothing'}\n`)
  process.exit(2)
}
const bill = JSON.parse(readFileSync(join(root, 'dist/watchpost.cdx.json'), 'utf8'))
const findings = shippedFindings(report, readLock(), bill)
for (const finding of findings) process.stdout.write(`${finding}\n`)
process.stdout.write(
  `${findings.length} findings in the ${bill.components.length} packages that are shipped\n`,
)
process.exit(findings.length === 0 ? 0 : 1)
