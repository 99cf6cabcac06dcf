/**
 * Plants faults into modules of the web UI, one at a time, in one process of Vitest (docs/proofs.md).
 *
 * `list FILE...` prints every fault that can be planted. `serve FILE...` reads tasks, one a line: a fault
 * by its number or as the file's whole text; it runs the tests that import the file and answers with one
 * line, which names the task. Files are named from the folder above this package.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { createVitest } from "vitest/node";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WEBUI = fileURLToPath(new URL("..", import.meta.url));
const read = (file) => readFileSync(resolve(ROOT, file), "utf8");
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

const COMPARED = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "==": "!=",
  "!=": "==",
  "===": "!==",
  "!==": "===",
};
const LOGICAL = { "&&": "||", "||": "&&", "??": "&&" };
const ONE_WAY = new Set(["-", "/", "%"]);
const CONDITIONAL = new Set(["IfStatement", "ConditionalExpression", "WhileStatement"]);
const MADE_BY = new Set(["BinaryExpression", "LogicalExpression", "UnaryExpression"]);
const SHOWN = 120;

/** What the checker of types alone reads, and what only names modules. */
const skipped = (node) =>
  /^(TS(?!AsExpression|NonNull|Satisfies)|Import|ExportAll)/.test(node.type);

/** Nodes with what holds them, from the outside in. */
function* nodes(node, holders = []) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const each of node) yield* nodes(each, holders);
    return;
  }
  if (typeof node.type !== "string" || skipped(node)) return;
  yield [node, holders];
  const inner = [...holders, node];
  for (const [field, value] of Object.entries(node)) {
    const isName = field === "key" && !node.computed;
    if (!isName && field !== "source" && field !== "typeAnnotation") yield* nodes(value, inner);
  }
}

/** Pairs that stand side by side. */
const neighbours = (list) => list.slice(1).map((second, index) => [list[index], second]);

/** A text that no other takes for it: a number stays one. */
function another(text) {
  const digit = /\d$/.exec(text);
  return digit ? text.slice(0, -1) + ((Number(digit[0]) + 1) % 10) : `${text}x`;
}

/** What can become of a node: the operator, and the part of the source with its other text. */
function* changes(node, holder, source) {
  const text = (each) => source.slice(each.start, each.end);
  const other = (operator, value, each = node) => [operator, each.start, each.end, value];
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression") {
    const between = source.slice(node.left.end, node.right.start);
    const at = node.left.end + between.indexOf(node.operator);
    const sign = (operator, value) => [operator, at, at + node.operator.length, value];
    if (COMPARED[node.operator]) yield sign("comparison", COMPARED[node.operator]);
    if (LOGICAL[node.operator]) yield sign("boolean", LOGICAL[node.operator]);
    if (ONE_WAY.has(node.operator))
      yield other(
        "swapped argument",
        `(${text(node.right)}) ${node.operator} (${text(node.left)})`,
      );
  }
  if (node.type === "UnaryExpression" && node.operator === "!")
    yield other("boolean", `(${text(node.argument)})`);
  if (CONDITIONAL.has(node.type) && !MADE_BY.has(node.test.type))
    yield other("boolean", `!(${text(node.test)})`, node.test);
  if (node.type === "Literal") yield* constants(node, other);
  if (node.type === "CallExpression" || node.type === "NewExpression")
    for (const [first, second] of neighbours(node.arguments)) {
      const spread = [first, second].some((each) => each.type === "SpreadElement");
      if (spread || text(first) === text(second)) continue;
      const middle = source.slice(first.end, second.start);
      const value = text(second) + middle + text(first);
      yield ["swapped argument", first.start, second.end, value];
    }
  if (mayGo(node, holder)) yield other("deleted statement", ";");
}

function* constants(node, other) {
  const { value } = node;
  if (typeof value === "boolean") yield other("boolean", String(!value));
  if (typeof value === "number") {
    yield other("boundary", `(${value + 1})`);
    yield other("boundary", `(${value - 1})`);
  }
  if (typeof value === "string" && !/\s/.test(value))
    yield other("constant", JSON.stringify(another(value)));
}

/** Whether what is left still means something: a function keeps its last return. */
function mayGo(node, holder) {
  if (node.type === "ExpressionStatement") return !node.directive;
  if (node.type === "ThrowStatement" || node.type === "ContinueStatement") return true;
  return node.type === "ReturnStatement" && holder?.body?.at?.(-1) !== node;
}

/** The function, class or constant that holds it. */
function scope(holders) {
  const names = holders.map((each) => each.id?.name ?? each.key?.name);
  return names.filter(Boolean).join(".");
}

function edits(file, source) {
  const { program } = parseSync(file, source);
  const found = [];
  for (const [node, holders] of nodes(program))
    for (const [operator, start, end, value] of changes(node, holders.at(-1), source))
      found.push({ operator, start, end, value, scope: scope(holders) });
  return found;
}

const planted = (source, { start, end, value }) =>
  source.slice(0, start) + value + source.slice(end);

/** The lines around what changes, as one. */
function shown(source, start, end) {
  const first = source.lastIndexOf("\n", start - 1) + 1;
  const last = source.indexOf("\n", end);
  const line = source
    .slice(first, last < 0 ? source.length : last)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= 2 * SHOWN ? line : source.slice(start, start + SHOWN).replace(/\s+/g, " ");
}

function list(files) {
  return files.flatMap((file) => {
    const source = read(file);
    return edits(file, source).map((edit, number) => ({
      file,
      number,
      scope: edit.scope,
      first: source.slice(0, edit.start).split("\n").length,
      last: source.slice(0, edit.end).split("\n").length,
      operator: edit.operator,
      before: shown(source, edit.start, edit.end),
      after: shown(planted(source, edit), edit.start, edit.start + edit.value.length),
    }));
  });
}

async function serve() {
  let current = null;
  const plant = {
    name: "plant",
    enforce: "pre",
    load: (id) => (id === current?.path ? current.text : null),
  };
  const vitest = await createVitest(
    "test",
    { root: WEBUI, watch: false, bail: 1, reporters: [{}], fsModuleCache: false },
    { plugins: [plant] },
  );
  const all = await vitest.globTestSpecifications();
  const first = await vitest.runTestSpecifications(all, true);
  say({
    task: 0,
    ready: all.length,
    failed: first.testModules.filter((each) => !each.ok()).length,
  });

  for await (const line of createInterface({ input: process.stdin })) {
    const task = JSON.parse(line);
    const path = resolve(ROOT, task.file);
    const source = read(task.file);
    const text = task.text ?? planted(source, edits(task.file, source)[task.number]);
    const specifications = all.filter((each) => importsIt(vitest, each.moduleId, path));
    if (!specifications.length) {
      say({ task: task.task, outcome: "survived", test: "", tried: 0 });
      continue;
    }
    current = { path, text };
    vitest.invalidateFile(path);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    current = null;
    vitest.invalidateFile(path);
    // It tells of every file that ever ran, as each ended last.
    const ran = new Set(specifications.map((each) => each.moduleId));
    const bad = testModules.filter((each) => ran.has(each.moduleId)).flatMap(failed);
    if (!bad.length && unhandledErrors.length) bad.push("(the module cannot be run)");
    const outcome = bad.length ? "killed" : "survived";
    say({ task: task.task, outcome, test: bad[0] ?? "", tests: bad, tried: specifications.length });
  }
  await vitest.close();
}

/** The names of the tests that failed, or of the file where none could run. */
function failed(module) {
  const named = [...module.children.allTests("failed")].map((each) => each.fullName);
  if (named.length) return named;
  return module.ok() ? [] : [module.moduleId];
}

/** Whether a test's file leads to the module, by what the first run imported. */
function importsIt(vitest, test, path) {
  const seen = new Set();
  const graphs = vitest.projects.flatMap((project) =>
    Object.values(project.vite.environments).map((each) => each.moduleGraph),
  );
  const climb = (file) => {
    if (file === test) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    return graphs.some((graph) =>
      [...(graph.getModulesByFile(file) ?? [])].some((module) =>
        [...module.importers].some((each) => each.file && climb(each.file)),
      ),
    );
  };
  return climb(path);
}

const [what, ...files] = process.argv.slice(2);
if (what === "list") say(list(files));
else await serve();
