/**
 * A graph around one node: it is in the middle, its neighbours are in a circle, and more distant nodes in the next
 * circles.
 */
import type { JSX } from 'preact';
import { colourOf } from './drawings.tsx';

export type GraphNode = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly distance: number;
};
export type GraphEdge = { readonly id: string; readonly from: string; readonly to: string; readonly name: string };

const WIDTH = 640;
const HEIGHT = 460;
/** The half of each axis that circles may take; labels need the rest. */
const REACH = { x: 240, y: 185 };
/** The number of letters of a name that are shown. */
const NAME_LENGTH = 18;

type Point = { readonly x: number; readonly y: number };
type Placed = GraphNode & Point;

/** Places the nodes. Those of a circle are ordered by their neighbours in the inner circle, so that lines seldom cross. */
function place(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly Placed[] {
  const furthest = Math.max(1, ...nodes.map(({ distance }) => distance));
  const angles = new Map<string, number>();
  const placed: Placed[] = [];
  for (let distance = 0; distance <= furthest; distance += 1) {
    const angleOf = ({ id }: GraphNode): number => {
      const known = edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
      return angles.get(known.find((other) => angles.has(other)) ?? '') ?? 0;
    };
    const circle = nodes
      .filter((node) => node.distance === distance)
      .map((node) => ({ node, near: angleOf(node) }))
      .toSorted((one, other) => one.near - other.near);
    for (const [index, { node }] of circle.entries()) {
      // A quarter of a step off the axis keeps lines away from the names below nodes.
      const angle = ((index + 0.25) / circle.length) * 2 * Math.PI - Math.PI / 2;
      const share = distance / furthest;
      if (distance > 0) angles.set(node.id, angle);
      placed.push({ ...node, x: Math.cos(angle) * share, y: Math.sin(angle) * share });
    }
  }
  return spread(placed);
}

/** Spreads the nodes over all the available room. */
function spread(placed: readonly Placed[]): readonly Placed[] {
  const most = (axis: 'x' | 'y'): number => Math.max(...placed.map((node) => Math.abs(node[axis]))) || 1;
  const [mostX, mostY] = [most('x'), most('y')];
  return placed.map((node) => ({
    ...node,
    x: WIDTH / 2 + (node.x / mostX) * REACH.x,
    y: HEIGHT / 2 + (node.y / mostY) * REACH.y,
  }));
}

type GraphProps = {
  readonly label: string;
  readonly at: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly onChoose: (id: string) => void;
};

export function Graph({ label, at, nodes, edges, onChoose }: GraphProps): JSX.Element {
  const placed = place(nodes, edges);
  const byId = new Map(placed.map((node) => [node.id, node]));
  const kinds = [...new Set(nodes.map(({ kind }) => kind))].toSorted();
  return (
    <svg class="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={label}>
      {edges.map(({ id, from, to, name }) => (
        <Edge key={id} from={byId.get(from)} to={byId.get(to)} name={name} />
      ))}
      {placed.map((node) => (
        <Node key={node.id} of={node} isAt={node.id === at} colour={kinds.indexOf(node.kind)} onChoose={onChoose} />
      ))}
    </svg>
  );
}

function Edge({
  from,
  to,
  name,
}: {
  from: Point | undefined;
  to: Point | undefined;
  name: string;
}): JSX.Element | null {
  if (from === undefined || to === undefined) return null;
  return (
    <g class="edge">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <text x={(from.x + to.x) / 2} y={(from.y + to.y) / 2 - 4}>
        {name}
      </text>
    </g>
  );
}

type NodeProps = {
  readonly of: Placed;
  readonly isAt: boolean;
  readonly colour: number;
  readonly onChoose: (id: string) => void;
};

function Node({ of, isAt, colour, onChoose }: NodeProps): JSX.Element {
  const { id, name, kind, x, y } = of;
  const short = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
  return (
    <g
      class="node"
      role="button"
      tabindex={0}
      aria-label={`${name}, ${kind}`}
      aria-pressed={isAt}
      onClick={() => onChoose(id)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') onChoose(id);
      }}
    >
      <title>{`${name}, ${kind}`}</title>
      <circle cx={x} cy={y} r={isAt ? 13 : 9} style={{ fill: colourOf(colour) }} />
      <text x={x} y={y + (isAt ? 28 : 23)}>
        {short}
      </text>
    </g>
  );
}
